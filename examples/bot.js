#!/usr/bin/env node
// A bot as a program of its own, in JavaScript for Node, without any package: docs/bot_protocol.md.
//
// hexdeck arena voodoo_prince club program:examples/bot.js

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

/** The action with the largest number in its name, whatever the game. */
function choose(actions) {
  const worth = (name) => Math.max(0, ...(name.match(/\d+/g) ?? []).map(Number));
  return actions.reduce((best, name) => (worth(name) > worth(best) ? name : best));
}

const answers = {
  hello: () => ({ type: "hello", protocol: 1 }),
  game: () => ({ type: "ready" }),
  choose: ({ question, actions }) => ({ type: "action", question, action: choose(actions) }),
};

const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  const answer = answers[message.type];
  if (answer) say(answer(message));
  if (message.type === "quit") lines.close();
});
