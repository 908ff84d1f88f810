// Tells somebody who looks elsewhere that it is their turn: tab title, favicon, sound, touch, notification.

import { settings } from "../shell/settings.svelte.ts";
import { buzz, sound } from "../shell/sounds.ts";
import { _ } from "../shell/words.svelte.ts";

export function showTurn(isTurn: boolean, title: string): void {
  document.title = isTurn ? `▶ ${_("Your turn")} · ${title}` : `${title} · Hexdeck`;
  document.getElementById("favicon")?.setAttribute("href", isTurn ? "/icon-turn.svg" : "/icon.svg");
}

export function callToTurn(title: string): void {
  sound("turn");
  buzz([30, 60, 30]);
  if (document.hidden && settings.notify && "Notification" in window && Notification.permission === "granted")
    void notify(title);
}

/** By the service worker: phones allow it nobody else. */
async function notify(title: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  await worker?.showNotification(_("Your turn"), {
    body: title,
    icon: "/icon-192.png",
    tag: "turn",
    data: location.href,
  });
}
