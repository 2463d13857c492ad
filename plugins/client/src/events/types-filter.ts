/** Whether an event type matches one of the globs: `*` is one part of a type, `**` any number of parts. */
export function typeMatcher(globs: readonly string[]): (type: string) => boolean {
  const patterns = globs.map((glob) => glob.split("."));
  const known = new Map<string, boolean>();
  return (type) => {
    let found = known.get(type);
    if (found === undefined) {
      const parts = type.split(".");
      found = patterns.some((wanted) => matches(wanted, parts));
      known.set(type, found);
    }
    return found;
  };
}

/** Processes the parts once, with all positions in the glob that match so far, so that no glob takes long. */
function matches(wanted: readonly string[], parts: readonly string[]): boolean {
  const settled = (places: readonly number[]) => {
    const all = new Set(places);
    // `**` may match no part.
    for (const place of all) if (wanted[place] === "**") all.add(place + 1);
    return all;
  };
  let places = settled([0]);
  for (const part of parts) {
    const next: number[] = [];
    for (const place of places) {
      if (wanted[place] === "**") next.push(place);
      else if (wanted[place] === "*" || wanted[place] === part) next.push(place + 1);
    }
    places = settled(next);
  }
  return places.has(wanted.length);
}

/** One glob that matches everything the globs match: a gateway accepts only one. Undefined if it would match all. */
export function commonGlob(globs: readonly string[]): string | undefined {
  const [first = "**", ...others] = globs;
  if (others.length === 0) return first === "**" ? undefined : first;
  const parts = first.split(".");
  const isShared = (part: string, at: number) =>
    !part.includes("*") && others.every((other) => other.split(".")[at] === part);
  const differs = parts.findIndex((part, at) => !isShared(part, at));
  const shared = differs < 0 ? parts : parts.slice(0, differs);
  return shared.length === 0 ? undefined : `${shared.join(".")}.**`;
}
