// The peer: a card game of five on boardgame.io, with personal views of about the size of ours.
// node server.js PORT [how Sequelize reaches PostgreSQL, as JSON]
const { Server, Origins } = require("boardgame.io/server");

const PLAYERS = 5;
const HAND = 14;

const dealt = () => {
  const deck = [...Array(75).keys()];
  return Array.from({ length: PLAYERS }, (_, seat) => deck.slice(seat * HAND, (seat + 1) * HAND));
};

const Cards = {
  name: "cards",
  setup: () => ({ hands: dealt(), trick: [], played: [[], [], [], [], []], tricks: [0, 0, 0, 0, 0] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, card) => {
      const seat = Number(playerID);
      G.hands[seat] = G.hands[seat].filter((held) => held !== card);
      G.played[seat].push(card);
      G.trick.push([seat, card]);
      if (G.trick.length === PLAYERS) {
        const [taker] = G.trick.reduce((best, laid) => (laid[1] % 15 > best[1] % 15 ? laid : best));
        G.tricks[taker] += 1;
        G.trick = [];
      }
      if (G.hands.every((hand) => hand.length === 0)) {
        G.hands = dealt();
        G.played = [[], [], [], [], []];
      }
    },
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: undefined,
    hand: playerID === null ? [] : G.hands[Number(playerID)],
    sizes: G.hands.map((hand) => hand.length),
  }),
};

const [port, place] = process.argv.slice(2);
const stored = () => {
  const { PostgresStore } = require("bgio-postgres");
  return new PostgresStore({ ...JSON.parse(place), logging: false, pool: { max: 20 } });
};
const server = Server({
  games: [Cards],
  origins: [Origins.LOCALHOST],
  ...(place && { db: stored() }),
});
server.run(Number(port), () => {}).then(({ appServer }) => console.log(appServer.address().port));
