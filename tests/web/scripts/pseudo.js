// Before a page loads: German is a language in which every text is in brackets, accented and 40 % longer.
// What has no brackets on the page was not translated; what is cut does not fit.
{
  const VOWELS = "aeiouAEIOU";
  const LONGER = ["áa", "éë", "íi", "óo", "úu", "Áa", "Éë", "Íi", "Óo", "Úu"];
  const PRINTED = ["name", "act", "flavour"]; // on a card of Voodoo, where the German is long enough

  // The text with its {holes} as they were; what it begins with stays where it was.
  globalThis.pseudo = (text) => {
    const longer = text.replace(/\{\w+\}|[aeiou]/gi, (part) => LONGER[VOWELS.indexOf(part)] ?? part);
    return longer.replace(/^( *)([^]*)$/, "$1⟦$2⟧");
  };
  const words = ({ texts, ...known }) => ({
    ...known,
    texts: Object.fromEntries(
      Object.entries(texts).map(([text, form]) => [text, Array.isArray(form) ? form.map(() => pseudo(text)) : pseudo(text)]),
    ),
  });
  const cards = (all) =>
    all.map((card) =>
      Object.fromEntries(Object.entries(card).map(([name, text]) => [name, text && PRINTED.includes(name) ? `⟦${text}⟧` : text])),
    );
  const CATALOGUES = [
    [/\/assets\/de-[^/]*\.json$/, words],
    [/\/assets\/voodoo-de-[^/]*\.json$/, cards],
  ];
  const load = globalThis.fetch;
  globalThis.fetch = async (address, ...more) => {
    const answer = await load(address, ...more);
    const [, inBrackets] = CATALOGUES.find(([path]) => path.test(address)) ?? [];
    return inBrackets ? Response.json(inBrackets(await answer.json())) : answer;
  };
}
