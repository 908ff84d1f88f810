// A gettext catalogue as text, read.

const LINE = /^(msgid|msgid_plural|msgstr(?:\[\d\])?)?\s*("(?:[^"\\]|\\.)*")$/;

/** Each msgid with its translation, or with the list of its plural forms. */
export function translations(text) {
  const found = new Map();
  for (const block of text.split(/\n\s*\n/)) {
    const { msgid, msgid_plural, ...forms } = fields(block);
    if (msgid) found.set(msgid, msgid_plural === undefined ? forms["msgstr"] : Object.values(forms));
  }
  return found;
}

function fields(block) {
  const found = {};
  let name = "";
  for (const line of block.split("\n")) {
    const match = LINE.exec(line.trim());
    if (!match) continue;
    name = match[1] ?? name;
    found[name] = (found[name] ?? "") + JSON.parse(match[2]);
  }
  return found;
}
