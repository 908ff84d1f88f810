declare module "virtual:words" {
  export const LANGUAGES: Record<string, string>; // each by its own name
  export const CATALOGUES: Record<string, string>; // addresses of JSON files; English needs none
}

declare module "virtual:cards/*" {
  const addresses: Record<string, string>; // of JSON files, by language
  export default addresses;
}
