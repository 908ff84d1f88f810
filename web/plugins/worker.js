const FILES = "{files}";
const CACHE = "hexdeck-{version}";
const KEPT = 2; // a page that was opened before an update still finds its files

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const forget = (names) => Promise.all(names.slice(0, -KEPT).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget));
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (!pathname.endsWith("/plain") && !pathname.startsWith("/api/")) event.respondWith(page(request));
  } else if (pathname.startsWith("/assets/") || pathname.startsWith("/icon")) {
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  }
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

/** The server's page, or the shell while there is no server or only a proxy before it. */
async function page(request) {
  try {
    const answer = await fetch(request);
    return answer.status < 502 ? answer : ((await caches.match("/")) ?? answer);
  } catch (error) {
    const shell = await caches.match("/");
    if (shell) return shell;
    throw error;
  }
}

/** The page that somebody was called to, open already or not. */
async function show(address) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find((one) => one.url === address);
  await (open ? open.focus() : self.clients.openWindow(address));
}
