// The order of the log.

/** A line that says more about the one before it. */
export function isInner(line: string): boolean {
  return line.startsWith(" ");
}

/** The newest on top, but what belongs to a line below it, in the order in which it happened. */
export function newestFirst(lines: readonly string[]): string[] {
  const groups: string[][] = [];
  for (const line of lines) {
    if (isInner(line) && groups.length) groups.at(-1)!.push(line);
    else groups.push([line]);
  }
  return groups.reverse().flat();
}
