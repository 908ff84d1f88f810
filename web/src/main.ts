import { mount } from "svelte";
import App from "./App.svelte";
import "./style/base.css";
import { listenToKeys } from "./shell/keys.svelte.ts";
import { speakUsersLanguage } from "./shell/languages.svelte.ts";
import { followLinks } from "./shell/router.svelte.ts";
import { keepSettings } from "./shell/settings.svelte.ts";

keepSettings();
followLinks();
listenToKeys();
void speakUsersLanguage().then(() => mount(App, { target: document.getElementById("app")! }));
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  const keep = () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  addEventListener("load", () => setTimeout(keep, 3_000)); // what is on show comes first
}
