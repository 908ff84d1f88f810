// Dice keep their place on the table while others come and go.

export const ABREAST = 6; // places in a row

export interface Lying {
  id: number;
  face: string;
  place: number; // from the left
}

let next = 0;

/** Dice that stay lie where they were; new ones lie where there is room. */
export function settled(lying: readonly Lying[], faces: readonly string[]): Lying[] {
  const left = [...faces];
  const stay = lying.filter(({ face }) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  const free = [...Array(faces.length + lying.length).keys()].filter((at) => !stay.some(({ place }) => place === at));
  const fallen = left.map((face) => ({ id: next++, face, place: free.shift()! }));
  return [...stay, ...fallen].sort((a, b) => a.place - b.place);
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
