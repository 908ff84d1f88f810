// Shortcuts: each with what it does, so that `?` can show them.

export interface Shortcut {
  key: string; // as KeyboardEvent.key has it
  about: string;
  run(): void;
}

const layers = $state.raw<{ list: Set<() => Shortcut[]> }>({ list: new Set() });

/** Shortcuts while a component is there; use it in an $effect. */
export function shortcuts(made: () => Shortcut[]): () => void {
  layers.list.add(made);
  return () => layers.list.delete(made);
}

export function allShortcuts(): Shortcut[] {
  return [...layers.list].flatMap((made) => made());
}

/** Listen; call once. */
export function listenToKeys(): void {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (target.closest("input, textarea, select, [contenteditable]")) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === " " && target.closest("button, a, summary, [role=button]")) return;
    const found = allShortcuts()
      .reverse()
      .find((shortcut) => shortcut.key === event.key);
    if (!found) return;
    event.preventDefault();
    found.run();
  });
}
