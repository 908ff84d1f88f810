// How well a PNG in base64 can be read: the contrast between its darkest and lightest points, and its strongest colour.
async (text) => {
  const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]));
  const drawing = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  drawing.drawImage(picture, 0, 0);
  const { data } = drawing.getImageData(0, 0, picture.width, picture.height);
  const linear = (value) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const points = [];
  for (let at = 0; at < data.length; at += 4) points.push([...data.slice(at, at + 3)]);
  const lights = points.map(([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)).sort((one, other) => one - other);
  const share = (part) => lights[Math.floor((lights.length - 1) * part)];
  const strengths = points.map((point) => Math.max(...point) - Math.min(...point)).sort((one, other) => one - other);
  return { contrast: (share(0.9) + 0.05) / (share(0.03) + 0.05), strength: strengths[Math.floor(strengths.length * 0.97)] };
}
