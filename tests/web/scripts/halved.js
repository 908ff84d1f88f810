// A PNG in base64 at half its size and with fewer colours, which makes a small file.
async (text) => {
  const STEP = 16; // of 256, from one shade to the next
  const whole = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]));
  const [width, height] = [Math.round(whole.width / 2), Math.round(whole.height / 2)];
  const canvas = new OffscreenCanvas(width, height);
  const drawing = canvas.getContext("2d");
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(whole, 0, 0, width, height);
  const points = drawing.getImageData(0, 0, width, height);
  const shades = Uint8ClampedArray.from({ length: 256 }, (_, value) => Math.round(value / STEP) * STEP);
  const { data } = points;
  for (let at = 0; at < data.length; at++) if (at % 4 < 3) data[at] = shades[data[at]];
  drawing.putImageData(points, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
