// Text in a font of fonts-dejavu-core, titles in the app's own, and nothing that depends on the network or the port.
async () => {
  document.documentElement.style.setProperty("--font", '"DejaVu Sans"');
  for (const one of document.querySelectorAll(".badge small")) one.style.display = "none";
  for (const one of document.querySelectorAll(".badge.slow")) one.classList.remove("slow");
  for (const one of document.querySelectorAll('img[src*="/qr"], .join .address')) one.style.visibility = "hidden";
  await Promise.all([document.fonts.ready, ...[...document.images].map((one) => one.decode().catch(() => undefined))]);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
