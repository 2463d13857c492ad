/** The pattern of a glob over event types: `*` matches one part, `**` any number of parts. */
export const TYPE_GLOB = "^([a-z0-9-]+|\\*\\*?)(\\.([a-z0-9-]+|\\*\\*?)){0,15}$";

/** Whether an event type matches a glob of the form `TYPE_GLOB`. */
export function typeMatcher(glob: string): (type: string) => boolean {
  const wanted = glob.split(".");
  const known = new Map<string, boolean>();
  return (type) => {
    let found = known.get(type);
    if (found === undefined) {
      found = matches(wanted, type.split("."));
      known.set(type, found);
    }
    return found;
  };
}

/** Whether an event type matches one of the globs. */
export function anyTypeMatcher(globs: readonly string[]): (type: string) => boolean {
  const matchers = globs.map(typeMatcher);
  return (type) => matchers.some((isWanted) => isWanted(type));
}

/** Processes the parts once, with all positions in the glob that match so far. */
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
