declare module "virtual:words/*" {
  const address: string; // of a JSON file
  export default address;
}

declare module "virtual:cards/*" {
  const address: string; // of a JSON file
  export default address;
}
