// Texts and labels with words outside brackets, for a page in the pseudo-language.
() => {
  const NAMES = ["Marie", "Lukas", "Leon", "Nina", "Jonas", "Antonia", "Beatrice", "Charlotte", "Dorothea", "Georges", "Françoise", "Carsten"];
  const TITLES = ["Hexdeck", "Voodoo Prince", "Vampire Queen", "Skull Queen", "Voodoo", "English", "Deutsch", "Français", "Italiano", "TV"];
  const DATE = "[A-Z][a-z]+\\.?, \\d+\\. [A-Za-zä]+"; // written by the browser in its German
  const SAME = new RegExp([...NAMES, ...TITLES, DATE, "\\d+ ms", "\\b[A-Z2-9]{3}(-[A-Z2-9]{3}){2}\\b"].join("|"), "g");
  const LABELS = ["aria-label", "aria-description", "title", "alt", "placeholder"];

  const isPlain = (text) => {
    let rest = text;
    for (let before = null; before !== rest; ) [before, rest] = [rest, rest.replace(/⟦[^⟦⟧]*⟧/g, "")];
    return /\p{L}{2}/u.test(rest.replace(SAME, ""));
  };
  const top = document.querySelector("dialog[open]") ?? document.body;
  const shown = [...top.querySelectorAll("*")].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("code, kbd"));
  const labels = shown.flatMap((one) => LABELS.map((name) => one.getAttribute(name) ?? ""));
  const texts = shown.flatMap((one) => [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data.trim()));
  return [...new Set([document.title, ...labels, ...texts].filter(isPlain))].map((text) => `not translated: ${text}`);
}
