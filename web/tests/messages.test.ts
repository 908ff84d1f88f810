import { expect, test } from "vitest";
import { translations } from "../plugins/catalogue.js";
import { messages } from "../plugins/messages.js";

test("messages are the literal texts of _ and ngettext", () => {
  const source = `
    {_("Play now")} label={_("{who} plays", { who })} _(name) word_("no") x._("no")
    ngettext("{n} card", "{n} cards", n) _("one, " +
      "two")`;
  expect(messages(source)).toEqual(["Play now", "{who} plays", "one, two", "{n} card"]);
});

test("a catalogue is read", () => {
  const text =
    'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "blue"\nmsgstr ""\n"bl"\n"au"\n\n' +
    'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} Karte"\nmsgstr[1] "{n} Karten"\n';
  expect([...translations(text)]).toEqual([
    ["blue", "blau"],
    ["{n} card", ["{n} Karte", "{n} Karten"]],
  ]);
});
