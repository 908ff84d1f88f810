// Fonts of fonts-dejavu-core, and nothing that depends on the network or the port.
async () => {
  const { style } = document.documentElement;
  style.setProperty("--font", '"DejaVu Sans"');
  style.setProperty("--font-title", '"DejaVu Serif"');
  for (const one of document.querySelectorAll(".badge small")) one.style.display = "none";
  for (const one of document.querySelectorAll(".badge.slow")) one.classList.remove("slow");
  for (const one of document.querySelectorAll('img[src*="/qr"]')) one.style.visibility = "hidden";
  await Promise.all([document.fonts.ready, ...[...document.images].map((one) => one.decode().catch(() => undefined))]);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
