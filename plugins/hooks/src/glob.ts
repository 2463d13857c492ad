const PART = "(\\*\\*?|[A-Za-z0-9][A-Za-z0-9_-]*)";

/** How types of events are asked for: parts between dots, each a word, `*` or `**`. */
export const GLOB = `^${PART}(\\.${PART})*$`;

/** Whether a type of event fits: `*` stands for one part, `**` for one or more. */
export function fits(glob: string, type: string): boolean {
  const parts = type.split(".");
  // All numbers of parts that the glob may have used up so far: no star is tried twice.
  let used = new Set([0]);
  for (const wanted of glob.split(".")) {
    const next = new Set<number>();
    for (const count of used) {
      if (wanted === "**") for (let more = count + 1; more <= parts.length; more++) next.add(more);
      else if (count < parts.length && (wanted === "*" || wanted === parts[count])) next.add(count + 1);
    }
    used = next;
  }
  return used.has(parts.length);
}
