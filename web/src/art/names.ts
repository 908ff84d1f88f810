// The names of the drawings in symbols.svg.

// prettier-ignore
export type SymbolName =
  | "flame" | "sun" | "snake" | "drop" | "eye" | "pumpkin" | "skull" | "ghost" | "raven" | "bat"
  | "star" | "candle" | "cat" | "doll" | "hat" | "key" | "lantern" | "moon" | "owl" | "ship"
  | "spider" | "menu" | "settings" | "chat" | "log" | "sound" | "mute" | "back" | "next" | "share"
  | "qr" | "tv" | "phone" | "dice" | "hand" | "undo" | "play" | "pause" | "first" | "last"
  | "robot" | "clock" | "crown" | "trophy" | "link" | "copy" | "check" | "close" | "plus" | "minus"
  | "info" | "help" | "replay" | "shield" | "wifi" | "offline" | "language" | "day" | "night"
  | "look" | "unseen" | "people" | "book" | "learn" | "home" | "leave" | "sort" | "up" | "down"
  | "more" | "keyboard" | "bell" | "target" | "speed" | "move" | "skip" | "emote" | "lock"
  | "laugh" | "wow" | "cry" | "angry" | "clap" | "heart"
  | "before_rolling" | "before_passing" | "always" | "marker_moves" | "acting" | "opponent_stops"
  | "broken" | "preparing" | "own_turn";

// prettier-ignore
export type Picture =
  | "bat" | "candle" | "cat" | "crow" | "doll" | "eye" | "ghost" | "hat" | "key" | "lantern"
  | "moon" | "owl" | "pumpkin" | "ship" | "skull" | "snake" | "spider" | "star";
