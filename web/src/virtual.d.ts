declare module "virtual:words/*" {
  const address: string; // of a JSON file
  export default address;
}

declare module "virtual:voodoo/*" {
  const address: string; // of a JSON file
  export default address;
}
