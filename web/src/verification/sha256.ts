// SHA-256 and HMAC: the browser's own, or ours on a page without https, where browsers have none.

export type Bytes = Uint8Array<ArrayBuffer>;

const BLOCK = 64;
const K = roots(64, 1 / 3);
const START = roots(8, 1 / 2);

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return globalThis.crypto?.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : ownSha256(bytes);
}

/** HMAC-SHA-256 [RFC 2104]. */
export async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? await sha256(key) : key);
  const inner = await sha256(
    joined(
      padded.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      padded.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

export function joined(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** FIPS 180-4, section 6.2. */
export function ownSha256(bytes: Bytes): Bytes {
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const padded = joined(bytes, new Uint8Array(length - bytes.length));
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n);
  const hash = START.slice();
  const words = new Uint32Array(64);
  for (let at = 0; at < length; at += BLOCK) mix(hash, words, view, at);
  const found = new Uint8Array(32);
  hash.forEach((word, n) => new DataView(found.buffer).setUint32(n * 4, word));
  return found;
}

function mix(hash: Uint32Array, w: Uint32Array, view: DataView, at: number): void {
  for (let n = 0; n < 16; n++) w[n] = view.getUint32(at + n * 4);
  for (let n = 16; n < 64; n++) {
    const [a, b] = [w[n - 15]!, w[n - 2]!];
    w[n] = w[n - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[n - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n++) {
    const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[n]! + w[n]!;
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => (hash[n]! += word));
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The first 32 bits behind the point of the roots of the first primes. */
function roots(count: number, power: number): Uint32Array<ArrayBuffer> {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    if (Array.from({ length: n - 2 }, (_unused, at) => at + 2).some((factor) => n % factor === 0)) continue;
    found.push((n ** power % 1) * 2 ** 32);
  }
  return Uint32Array.from(found);
}
