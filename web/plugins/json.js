// A module whose default export is the address of a JSON file, which is loaded when it is needed.

/** `context` is a plugin's own, in a build; null where pages follow every change. */
export function jsonModule(context, name, value) {
  const source = JSON.stringify(value);
  if (!context) return `export default "data:application/json," + ${JSON.stringify(encodeURIComponent(source))};`;
  const file = context.emitFile({ type: "asset", name, source });
  return `export default import.meta.ROLLUP_FILE_URL_${file};`;
}
