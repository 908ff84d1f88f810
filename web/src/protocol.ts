// Made by web/protocol_types.py from the server's JSON Schema: do not edit.

export const PROTOCOL = 1;

export const PHRASES = [
  "hello",
  "well_played",
  "thanks",
  "sorry",
  "oops",
  "hurry",
  "one_moment",
  "good_game",
  "again",
  "bye",
  "laugh",
  "wow",
  "cry",
  "angry",
  "clap",
  "skull",
  "heart",
  "ghost",
] as const;

export const PICTURES = [
  "bat",
  "candle",
  "cat",
  "crow",
  "doll",
  "eye",
  "ghost",
  "hat",
  "key",
  "lantern",
  "moon",
  "owl",
  "pumpkin",
  "ship",
  "skull",
  "snake",
  "spider",
  "star",
] as const;

export const GAMES = [
  "voodoo_prince",
  "vampire_queen",
  "skull_queen",
  "voodoo",
] as const;

export type GameName = (typeof GAMES)[number];

/** The first word on a socket: the last version seen, if any, and the epoch that it was seen in. */
export interface Hello {
  type: "hello";
  since?: number | null;
  epoch?: string | null;
  protocol?: number;
}

/** Answered with a Pong. */
export interface Ping {
  type: "ping";
  id: string;
}

/** Play; `early` keeps the choice until it is the seat's turn. */
export interface Act {
  type: "act";
  id: string;
  action: string;
  early?: boolean;
}

/** Forget the early choice. */
export interface Withdraw {
  type: "withdraw";
  id: string;
}

/** Take back the seat's own last action, if it has shown nobody anything; with `ask`, if all agree. */
export interface Undo {
  type: "undo";
  id: string;
  ask?: boolean;
}

/** Answer somebody who asks to take back; whoever has asked says no to ask no more. */
export interface Agree {
  type: "agree";
  id: string;
  version: number;
  yes?: boolean;
}

/** Ask the coach about the choice before the seat; what it says is at /api/tables/CODE/advice. */
export interface Advise {
  type: "advise";
  id: string;
}

/** What real dice show. */
export interface Roll {
  type: "roll";
  id: string;
  faces: string;
}

/** Take an open seat, or change to it; without a number, any.  The salt goes into the shuffles.

    In a running game, or where somebody was removed, it asks those who sit there for the seat. */
export interface Sit {
  type: "sit";
  id: string;
  seat?: number | null;
  salt?: string | null;
}

/** The own part in the shuffles, once the table has told its commitment; the last one before the start. */
export interface Salt {
  type: "salt";
  id: string;
  salt: string;
}

/** Leave the seat: before the start it is open again, later a bot has it.  Or ask for one no more. */
export interface Stand {
  type: "stand";
  id: string;
}

/** Let somebody have the seat they ask for, or not. */
export interface Admit {
  type: "admit";
  id: string;
  asking: number;
  welcome?: boolean;
}

/** Leave for good: a bot plays on for those who stay; whoever is last ends the table. */
export interface Leave {
  type: "leave";
  id: string;
}

/** The host changes who sits where. */
export interface Swap {
  type: "swap";
  id: string;
  seat: number;
  other: number;
}

/** The host puts a bot on a seat; without a number, on every open one. */
export interface Fill {
  type: "fill";
  id: string;
  level: string;
  seat?: number | null;
}

/** The host empties a seat; in a running game a bot takes it over. */
export interface Remove {
  type: "remove";
  id: string;
  seat: number;
}

/** The host changes what was chosen when the table was made. */
export interface Change {
  type: "change";
  id: string;
  players?: number | null;
  options?: Record<string, number | string> | null;
  clock?: "casual" | "slow" | "timed" | null;
  pace?: "calm" | "instant" | "normal" | "quick" | null;
  public?: boolean | null;
  advice?: boolean | null;
  memory?: boolean | null;
}

/** The host starts the game; open seats are filled with bots of the level, or refused without one. */
export interface Start {
  type: "start";
  id: string;
  level?: string | null;
  salt?: string | null;
}

/** Take the seat back from the bot that holds it. */
export interface Reclaim {
  type: "reclaim";
  id: string;
}

/** The same people at a new table, the options changed if some are given. */
export interface Rematch {
  type: "rematch";
  id: string;
  options?: Record<string, number | string> | null;
}

/** A ready phrase or an emote. */
export interface Say {
  type: "say";
  id: string;
  phrase:
    | "again"
    | "angry"
    | "bye"
    | "clap"
    | "cry"
    | "ghost"
    | "good_game"
    | "heart"
    | "hello"
    | "hurry"
    | "laugh"
    | "one_moment"
    | "oops"
    | "skull"
    | "sorry"
    | "thanks"
    | "well_played"
    | "wow";
}

/** The answer to Hello, before a Snapshot or the Steps since. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  now: number;
  you: You;
  table: TableInfo;
  epoch: string;
}

/** What only this client is told of itself. */
export interface You {
  seat: number | null;
  host: boolean;
  token: string | null;
  early: string | null;
  asking: number | null;
  salt: string | null;
  stood_in: [number, number] | null;
}

/** All that everybody may know of a table, apart from the game itself. */
export interface TableInfo {
  code: string;
  game: string;
  title: string;
  game_version: number;
  players: number;
  options: Record<string, number | string>;
  clock: string;
  pace: string;
  public: boolean;
  status: "gathering" | "over" | "playing";
  host: number | null;
  seats: SeatInfo[];
  watchers: number;
  deadlines: Record<string, number>;
  commitment: string;
  scores: number[] | null;
  rematch: string | null;
  lesson: boolean;
  advice: boolean;
  day: string | null;
  practice: boolean;
  memory: boolean;
  asking: AskingInfo[];
  tournament: string | null;
  asked_back: AskedBackInfo | null;
  cannot_store: string | null;
}

export interface SeatInfo {
  kind: "bot" | "open" | "person";
  name: string;
  picture: string;
  level: string | null;
  presence: "awaited" | "away" | "held" | "here" | null;
  salted: boolean;
}

/** Somebody who asks for a seat. */
export interface AskingInfo {
  number: number;
  name: string;
  picture: string;
  seat: number;
  waits_for: number[];
}

/** Somebody who asks to go back to before their last choice. */
export interface AskedBackInfo {
  seat: number;
  version: number;
  until: number;
  waits_for: number[];
  refused: boolean;
}

export interface TableChanged {
  type: "table";
  table: TableInfo;
  you?: You;
}

/** One step of the game as this seat saw it, and what it knows now. */
export interface Step {
  type: "step";
  version: number;
  events: unknown[];
  view?: unknown;
  deadlines?: Record<string, number>;
  undo?: number | null;
  back?: number[];
}

/** What this seat knows now; the way here is not told. */
export interface Snapshot {
  type: "snapshot";
  version: number;
  view: unknown;
  deadlines: Record<string, number>;
  undo: number | null;
  back: number[];
}

/** It is done and safely stored. */
export interface Ack {
  type: "ack";
  id: string;
  version: number;
  code?: string;
}

/** It is not done; `message` says why and what would work, in English. */
export interface Refusal {
  type: "refusal";
  id: string | null;
  code: string;
  message: string;
  template: string;
  fields: Record<string, string | number>;
  retry_after: number | null;
}

export interface Pong {
  type: "pong";
  id: string;
  now: number;
}

export interface Said {
  type: "said";
  seat: number;
  phrase: string;
}

/** The connection ends; come back after `retry` seconds, or not at all. */
export interface Goodbye {
  type: "goodbye";
  reason: "gone" | "removed" | "restart" | "slow";
  retry: number | null;
}

export interface VoodooPrinceView {
  seat: number | null;
  players: number;
  rounds: number;
  marshmallow: boolean;
  round: number;
  goal: number;
  top: number;
  turn: number;
  to_move: number[];
  trump: string;
  hand: string[];
  hand_sizes: number[];
  trick: [number, string][];
  winning: string | null;
  last_trick: [number, string][];
  tricks: number[];
  playing: number[];
  left: number[];
  points: number[];
  scores: number[];
  played: string[][];
  voids: string[][];
  actions: string[];
  is_over: boolean;
}

export interface VampireQueenView {
  seat: number | null;
  players: number;
  phases: number;
  phase: number;
  turn: number;
  to_move: number[];
  hand: string[];
  hand_sizes: number[];
  known: string[][];
  open_hands: string[][];
  round: [number, string[]][];
  last_round: [number, string[]][];
  barred: string | null;
  barred_for: number | null;
  crypt: string[];
  played: string[][];
  taken_up: string[][];
  passes: number[];
  passed_on: [number, number][][];
  scores: number[];
  actions: string[];
  is_over: boolean;
}

export interface SkullQueenView {
  seat: number | null;
  players: number;
  low: number;
  top: number;
  round: number;
  dealer: number;
  turn: number;
  to_move: number[];
  hand: string[];
  hand_sizes: number[];
  stack_size: number;
  centre: string[];
  chosen: number[];
  choice: string | null;
  planks: SkullQueenPlank[];
  trick: SkullQueenLaid[];
  trick_color: string | null;
  winning: string | null;
  outlook: [number, string, number, number][];
  last_trick: SkullQueenTrickResolved | null;
  gone: string[];
  played: string[][];
  voids: string[][];
  points: number[][];
  scores: number[];
  actions: string[];
  outlooks: [number, string, number, number][][];
  is_over: boolean;
}

export interface SkullQueenPlank {
  side: string;
  pirates: number[];
}

export interface SkullQueenLaid {
  seat: number;
  card: string;
  color: string | null;
}

export interface SkullQueenTrickResolved {
  type: "TrickResolved";
  trick: SkullQueenLaid[];
  moves: SkullQueenPirateMoved[];
  gone: string[];
  centre: string[];
  leader: number | null;
}

export interface SkullQueenPirateMoved {
  seat: number;
  color: string;
  side: string;
  steps: number;
  start: number;
  end: number;
}

export interface VoodooView {
  seat: number | null;
  players: number;
  at_table: boolean;
  real_dice: boolean;
  phase: "acting" | "before_rolling" | "keeping" | "keeping_late" | "paying" | "preparing" | "setting_up";
  turn: number;
  turns: number;
  to_move: number[];
  dice: string[];
  more_dice: number[];
  stopped: boolean;
  casting: [string, number] | null;
  used: string[];
  target: number | null;
  shielded: number[];
  scores: number[];
  skulls: number[];
  in_force: VoodooSpell[];
  permanents: number;
  curses: VoodooStockView;
  artefacts: VoodooStockView;
  diary: VoodooNote[];
  barred: [number, string][];
  call: VoodooCall | null;
  voted: number[];
  vote: boolean | null;
  actions: string[];
  is_over: boolean;
}

export interface VoodooSpell {
  card: string;
  caster: number;
  victims: number[];
  since: number;
}

export interface VoodooStockView {
  deck: number;
  fresh: number;
  under: string[];
  hand: string[];
  hand_sizes: number[];
  known: string[][];
  drawn: string[];
  drawers: number[];
  shown: [string, number, number][];
}

export interface VoodooNote {
  what: "bound" | "did" | "moved" | "passed" | "rolled";
  seat: number;
  card: string | null;
}

export interface VoodooCall {
  caller: number;
  card: string;
  accused: number;
  denied: boolean;
}

export interface VoodooPrinceDealerDrawn {
  type: "DealerDrawn";
  seat: number;
}

export interface VoodooPrinceTrumpDrawn {
  type: "TrumpDrawn";
  color: string;
}

export interface VoodooPrinceDealt {
  type: "Dealt";
  round: number;
  hands: string[][];
}

export interface VoodooPrinceTrumpNamed {
  type: "TrumpNamed";
  seat: number;
  color: string;
}

export interface VoodooPrincePlayed {
  type: "Played";
  seat: number;
  card: string;
}

export interface VoodooPrinceTrickTaken {
  type: "TrickTaken";
  seat: number;
  card: string;
  tricks: number;
  total: number;
}

export interface VoodooPrinceRoundLeft {
  type: "RoundLeft";
  seat: number;
  points: number;
}

export interface VoodooPrinceLeftOver {
  type: "LeftOver";
  seat: number;
  points: number;
}

export interface VoodooPrinceRoundEnded {
  type: "RoundEnded";
  round: number;
  points: number[];
  scores: number[];
}

export interface VoodooPrinceGameEnded {
  type: "GameEnded";
  winners: number[];
}

export interface VoodooPrinceTakenBack {
  type: "TakenBack";
  seat: number;
  agreed: number;
}

export interface VoodooPrinceAdvised {
  type: "Advised";
  seat: number;
}

export interface VampireQueenSlayersGiven {
  type: "SlayersGiven";
  fifteen: number;
  twenty: number;
}

export interface VampireQueenDealt {
  type: "Dealt";
  phase: number;
  dealer: number;
  starter: number;
  hands: string[][];
}

export interface VampireQueenPlayed {
  type: "Played";
  seat: number;
  cards: string[];
}

export interface VampireQueenPassed {
  type: "Passed";
  seat: number;
  forced: boolean;
}

export interface VampireQueenLaidAside {
  type: "LaidAside";
  seat: number;
  cards: string[];
}

export interface VampireQueenTakenUp {
  type: "TakenUp";
  seat: number;
  cards: string[];
  barred: string;
}

export interface VampireQueenPhaseEnded {
  type: "PhaseEnded";
  phase: number;
  hands: string[][];
  points: number[];
  scores: number[];
}

export interface VampireQueenGameEnded {
  type: "GameEnded";
  winners: number[];
}

export interface VampireQueenTakenBack {
  type: "TakenBack";
  seat: number;
  agreed: number;
}

export interface VampireQueenAdvised {
  type: "Advised";
  seat: number;
}

export interface SkullQueenDealerDrawn {
  type: "DealerDrawn";
  seat: number;
}

export interface SkullQueenDealt {
  type: "Dealt";
  round: number;
  dealer: number;
  hands: string[][];
  centre: string[];
}

export interface SkullQueenPlaced {
  type: "Placed";
  seat: number;
  plank: SkullQueenPlank | null;
}

export interface SkullQueenPlanksRevealed {
  type: "PlanksRevealed";
  planks: SkullQueenPlank[];
}

export interface SkullQueenGhostPlayed {
  type: "GhostPlayed";
  card: string;
  left: number;
}

export interface SkullQueenCardChosen {
  type: "CardChosen";
  seat: number;
  card: string | null;
}

export interface SkullQueenCardsRevealed {
  type: "CardsRevealed";
  trick: SkullQueenLaid[];
}

export interface SkullQueenPlayed {
  type: "Played";
  seat: number;
  card: string;
  color: string | null;
}

export interface SkullQueenRoundEnded {
  type: "RoundEnded";
  round: number;
  planks: SkullQueenPlank[];
  points: number[];
  scores: number[];
}

export interface SkullQueenGameEnded {
  type: "GameEnded";
  winners: number[];
}

export interface SkullQueenTakenBack {
  type: "TakenBack";
  seat: number;
  agreed: number;
}

export interface SkullQueenAdvised {
  type: "Advised";
  seat: number;
}

export interface VoodooDollGiven {
  type: "DollGiven";
  seat: number;
}

export interface VoodooStartingCursesDealt {
  type: "StartingCursesDealt";
  cards: (string | null)[];
}

export interface VoodooDeckShuffled {
  type: "DeckShuffled";
  deck: string;
  cards: number;
}

export interface VoodooTurnBegan {
  type: "TurnBegan";
  seat: number;
  turn: number;
  dice: number;
}

export interface VoodooShieldEnded {
  type: "ShieldEnded";
  seat: number;
}

export interface VoodooRolled {
  type: "Rolled";
  seat: number;
  faces: string[];
  dice: string[];
}

export interface VoodooDiscarded {
  type: "Discarded";
  seat: number;
  face: string;
}

export interface VoodooKept {
  type: "Kept";
  seat: number;
  faces: string[];
  rerolled: number;
}

export interface VoodooStopped {
  type: "Stopped";
  seat: number;
}

export interface VoodooPaid {
  type: "Paid";
  seat: number;
  faces: string[];
}

export interface VoodooDrew {
  type: "Drew";
  seat: number;
  deck: "artefacts" | "curses";
  card: string | null;
}

export interface VoodooCurseCast {
  type: "CurseCast";
  seat: number;
  card: string;
  victims: number[];
}

export interface VoodooTargetMoved {
  type: "TargetMoved";
  seat: number | null;
}

export interface VoodooMarkerMoved {
  type: "MarkerMoved";
  seat: number;
  points: number;
  score: number;
}

export interface VoodooSkullCrossed {
  type: "SkullCrossed";
  seat: number;
  skull: number;
}

export interface VoodooPermanentDrawn {
  type: "PermanentDrawn";
  seat: number;
  card: string;
}

export interface VoodooArtefactUsed {
  type: "ArtefactUsed";
  seat: number;
  card: string;
}

export interface VoodooDieTurned {
  type: "DieTurned";
  seat: number;
  face: string;
  new_face: string;
}

export interface VoodooDiceChanged {
  type: "DiceChanged";
  seat: number;
  dice: number;
}

export interface VoodooShielded {
  type: "Shielded";
  seat: number;
}

export interface VoodooCurseHandedOver {
  type: "CurseHandedOver";
  card: string;
  giver: number;
  seat: number;
}

export interface VoodooCurseEnded {
  type: "CurseEnded";
  card: string;
}

export interface VoodooActDone {
  type: "ActDone";
  seat: number;
  card: string;
}

export interface VoodooCalled {
  type: "Called";
  seat: number;
  card: string;
  accused: number;
}

export interface VoodooDenied {
  type: "Denied";
  seat: number;
}

export interface VoodooVoted {
  type: "Voted";
  seat: number;
}

export interface VoodooVotesRevealed {
  type: "VotesRevealed";
  votes: ([number, boolean | null])[];
}

export interface VoodooCallJudged {
  type: "CallJudged";
  seat: number;
  card: string;
  accused: number;
  broken: boolean;
}

export interface VoodooDollPassed {
  type: "DollPassed";
  seat: number;
  to: number;
}

export interface VoodooGameEnded {
  type: "GameEnded";
  winners: number[];
  scores: number[];
}

export interface VoodooTakenBack {
  type: "TakenBack";
  seat: number;
  agreed: number;
}

export interface VoodooAdvised {
  type: "Advised";
  seat: number;
}

export type Incoming =
  | Hello
  | Ping
  | Act
  | Withdraw
  | Undo
  | Agree
  | Advise
  | Roll
  | Sit
  | Salt
  | Stand
  | Admit
  | Leave
  | Swap
  | Fill
  | Remove
  | Change
  | Start
  | Reclaim
  | Rematch
  | Say;

export type Outgoing =
  | Welcome
  | TableChanged
  | Step
  | Snapshot
  | Ack
  | Refusal
  | Pong
  | Said
  | Goodbye;

export type VoodooPrinceEvent =
  | VoodooPrinceDealerDrawn
  | VoodooPrinceTrumpDrawn
  | VoodooPrinceDealt
  | VoodooPrinceTrumpNamed
  | VoodooPrincePlayed
  | VoodooPrinceTrickTaken
  | VoodooPrinceRoundLeft
  | VoodooPrinceLeftOver
  | VoodooPrinceRoundEnded
  | VoodooPrinceGameEnded
  | VoodooPrinceTakenBack
  | VoodooPrinceAdvised;

export type VampireQueenEvent =
  | VampireQueenSlayersGiven
  | VampireQueenDealt
  | VampireQueenPlayed
  | VampireQueenPassed
  | VampireQueenLaidAside
  | VampireQueenTakenUp
  | VampireQueenPhaseEnded
  | VampireQueenGameEnded
  | VampireQueenTakenBack
  | VampireQueenAdvised;

export type SkullQueenEvent =
  | SkullQueenDealerDrawn
  | SkullQueenDealt
  | SkullQueenPlaced
  | SkullQueenPlanksRevealed
  | SkullQueenGhostPlayed
  | SkullQueenCardChosen
  | SkullQueenCardsRevealed
  | SkullQueenPlayed
  | SkullQueenTrickResolved
  | SkullQueenRoundEnded
  | SkullQueenGameEnded
  | SkullQueenTakenBack
  | SkullQueenAdvised;

export type VoodooEvent =
  | VoodooDollGiven
  | VoodooStartingCursesDealt
  | VoodooDeckShuffled
  | VoodooTurnBegan
  | VoodooShieldEnded
  | VoodooRolled
  | VoodooDiscarded
  | VoodooKept
  | VoodooStopped
  | VoodooPaid
  | VoodooDrew
  | VoodooCurseCast
  | VoodooTargetMoved
  | VoodooMarkerMoved
  | VoodooSkullCrossed
  | VoodooPermanentDrawn
  | VoodooArtefactUsed
  | VoodooDieTurned
  | VoodooDiceChanged
  | VoodooShielded
  | VoodooCurseHandedOver
  | VoodooCurseEnded
  | VoodooActDone
  | VoodooCalled
  | VoodooDenied
  | VoodooVoted
  | VoodooVotesRevealed
  | VoodooCallJudged
  | VoodooDollPassed
  | VoodooGameEnded
  | VoodooTakenBack
  | VoodooAdvised;

export interface Views {
  voodoo_prince: VoodooPrinceView;
  vampire_queen: VampireQueenView;
  skull_queen: SkullQueenView;
  voodoo: VoodooView;
}
