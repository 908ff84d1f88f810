// Dice keep their place on the table while others come and go.

export interface Lying {
  id: number;
  face: string;
}

let next = 0;

/** Dice that stay lie where they were; new ones lie behind them. */
export function settled(lying: readonly Lying[], faces: readonly string[]): Lying[] {
  const left = [...faces];
  const stay = lying.filter(({ face }) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return [...stay, ...left.map((face) => ({ id: next++, face }))];
}

/** `faces` without each of `gone` once. */
export function without(faces: readonly string[], gone: readonly string[]): string[] {
  const left = [...faces];
  for (const face of gone) {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
