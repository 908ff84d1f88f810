import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const parserOptions = { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig };

// plugins/messages.js finds texts in double quotes; Prettier puts single ones into attributes that are in quotes.
const QUOTED = {
  selector: "CallExpression[callee.name=/^(_|ngettext)$/] > Literal[raw=/^'/]",
  message: "A text to be translated stands in double quotes: name it in the script, and put the name here.",
};

export default defineConfig(
  globalIgnores(["src/protocol.ts"]), // written by protocol_types.py
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    rules: {
      "max-len": ["error", { code: 120 }], // what Prettier cannot break: texts, comments
      "no-restricted-syntax": ["error", QUOTED],
      "@typescript-eslint/no-explicit-any": "off", // views and events, where it may be any game's
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "svelte/no-useless-mustaches": "off", // {" "} is a space that would be trimmed
      "svelte/prefer-svelte-reactivity": "off", // sets and maps are replaced as a whole
    },
  },
  { files: ["*.js", "plugins/*.js"], languageOptions: { globals: globals.node } },
  { files: ["plugins/worker.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions } },
  { files: ["**/*.ts", "**/*.svelte"], rules: { "no-undef": "off" } }, // svelte-check knows better
);
