declare module "virtual:words/*" {
  const address: string; // of a JSON file
  export default address;
}

declare module "virtual:voodoo/*" {
  const cards: import("./games/voodoo/cards.svelte.ts").Printed[];
  export default cards;
}
