// Which language is spoken: what somebody chose here, or what their browser asks for.

import { changeMe } from "./me.svelte.ts";
import { settings } from "./settings.svelte.ts";
import { toast } from "./toasts.svelte.ts";
import { _, browsersLanguage, speak } from "./words.svelte.ts";

export async function speakUsersLanguage(): Promise<void> {
  await speak(settings.language || browsersLanguage()).catch(() => undefined); // English is always there
}

export async function chooseLanguage(code: string): Promise<void> {
  try {
    await speak(code);
  } catch {
    return toast(_("The server cannot be reached."), "error");
  }
  settings.language = code;
  await changeMe({ language: code }).catch(() => undefined); // the server's pages speak it too
}
