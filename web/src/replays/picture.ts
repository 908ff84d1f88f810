// A part of the page as a picture: the element itself, as HTML within an SVG, with the styles that hold on this
// screen, every symbol and the title font put into it, so that it needs nothing from anywhere; then drawn on a canvas.
//
// The alternative would be to draw each game's table a second time, on the server or on the canvas; it would never
// look quite like the table.

const SVG = "http://www.w3.org/2000/svg";
const NARROWEST = 1080; // pixels of a picture, so that cards can be read
const STILL = "*, *::before, *::after { animation: none !important; transition: none !important }";
const SCREEN_UNIT = /(?<![\w.-])(-?[\d.]+)[dsl]?(vw|vh)\b/g; // in an SVG they would be parts of the picture
const ELSEWHERE = /url\((?!"?(?:#|data:))[^)]*\)/g; // pictures in styles; none of them is on the table

/** `element`, which must be on the page, as a PNG; as an SVG where the browser lets no canvas have it. */
export async function pictureOf(element: HTMLElement): Promise<Blob> {
  const { width, height } = element.getBoundingClientRect();
  const text = await drawing(element, width, height);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  return onCanvas(image, width, height).catch(() => new Blob([text], { type: "image/svg+xml" }));
}

async function onCanvas(image: HTMLImageElement, width: number, height: number): Promise<Blob> {
  const scale = Math.max(2, Math.ceil(NARROWEST / width));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("an empty picture"))), "image/png"),
  );
}

async function drawing(element: HTMLElement, width: number, height: number): Promise<string> {
  const root = document.createElementNS(SVG, "svg");
  const page = document.documentElement;
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  for (const { name, value } of page.attributes) if (name.startsWith("data-")) root.setAttribute(name, value);
  root.style.fontSize = getComputedStyle(page).fontSize; // so that a rem is a rem
  const style = document.createElementNS(SVG, "style");
  const [styles, ...symbols] = await Promise.all([stylesOnScreen(), ...usedIn(element)]);
  style.textContent = styles;
  const inside = document.createElementNS(SVG, "foreignObject");
  inside.setAttribute("width", "100%");
  inside.setAttribute("height", "100%");
  const html = document.createElement("html"); // the page's own font and colour
  html.append(element.cloneNode(true));
  inside.append(html);
  for (const use of inside.querySelectorAll("use")) use.setAttribute("href", `#${nameOf(use.getAttribute("href")!)}`);
  root.append(style, ...symbols.filter((symbol) => symbol !== null), inside);
  return new XMLSerializer().serializeToString(root);
}

/** The symbols of other files that an element uses, each under a name of its own. */
function usedIn(element: HTMLElement): Promise<Element | null>[] {
  const addresses = new Set([...element.querySelectorAll("use")].map((use) => use.getAttribute("href")!));
  return [...addresses]
    .filter((address) => !address.startsWith("#"))
    .map(async (address) => {
      const [file, id] = address.split("#") as [string, string];
      const text = await (await fetch(file)).text();
      const symbol = new DOMParser().parseFromString(text, "image/svg+xml").getElementById(id);
      if (symbol) symbol.id = nameOf(address);
      return symbol;
    });
}

/** An id for what an address leads to; what is in the same document keeps its own. */
function nameOf(address: string): string {
  return address.startsWith("#") ? address.slice(1) : address.replace(/[^\w]/g, "_");
}

async function stylesOnScreen(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  return [...(await Promise.all(rules.map(ruleOnScreen))), STILL].join("\n");
}

/** A rule as it holds now: whether a query of the screen fits does not depend on the size of the picture. */
async function ruleOnScreen(rule: CSSRule): Promise<string> {
  if (rule instanceof CSSMediaRule) {
    if (!matchMedia(rule.conditionText).matches) return "";
    return (await Promise.all([...rule.cssRules].map(ruleOnScreen))).join("\n");
  }
  if (rule instanceof CSSKeyframesRule) return "";
  return rule instanceof CSSFontFaceRule ? withFont(rule) : inPixels(rule.cssText.replace(ELSEWHERE, "none"));
}

function inPixels(text: string): string {
  return text.replace(SCREEN_UNIT, (_whole, number: string, unit: string) => {
    return `${(Number(number) / 100) * (unit === "vw" ? innerWidth : innerHeight)}px`;
  });
}

async function withFont(rule: CSSFontFaceRule): Promise<string> {
  const found = /url\("?([^")]+)"?\)/.exec(rule.cssText);
  if (!found) return rule.cssText;
  const address = new URL(found[1]!, rule.parentStyleSheet?.href ?? location.href);
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return rule.cssText.replace(found[0], `url("data:font/woff2;base64,${text}")`);
}
