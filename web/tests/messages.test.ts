import { expect, test } from "vitest";
import { messages } from "../plugins/messages.js";

test("messages are the literal texts of _ and ngettext", () => {
  const source = `
    {_("Play now")} label={_("{who} plays", { who })} _(name) word_("no") x._("no")
    ngettext("{n} card", "{n} cards", n) _("one, " +
      "two")`;
  expect(messages(source)).toEqual(["Play now", "{who} plays", "one, two", "{n} card"]);
});
