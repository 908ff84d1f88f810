// Numbers in digits as people write them; src/hexdeck/text/sentences.py does the same.

const MINUS = "−"; // as wide as a plus, and screen readers say it; a hyphen they often skip

/** "−21". */
export function digits(number: number): string {
  return number < 0 ? `${MINUS}${-number}` : String(number);
}

/** "+2" or "−1". */
export function signed(number: number): string {
  return number < 0 ? digits(number) : `+${number}`;
}

/** "+2", "−1", and 0 without a sign: what a round has brought. */
export function gain(number: number): string {
  return number > 0 ? signed(number) : digits(number);
}
