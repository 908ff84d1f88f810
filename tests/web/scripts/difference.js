// The share of points of two PNGs in base64 whose colours are far apart.
async (texts) => {
  const FAR = 48; // of 255, in any of red, green and blue
  const [one, other] = await Promise.all(
    texts.map(async (text) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]));
      const drawing = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
      drawing.drawImage(picture, 0, 0);
      return drawing.getImageData(0, 0, picture.width, picture.height);
    }),
  );
  if (one.width !== other.width || one.height !== other.height) return 1;
  const [here, there] = [one.data, other.data];
  const far = (at) => Math.abs(here[at] - there[at]) > FAR;
  let differing = 0;
  for (let at = 0; at < here.length; at += 4) {
    if (far(at) || far(at + 1) || far(at + 2)) differing++;
  }
  return differing / (here.length / 4);
}
