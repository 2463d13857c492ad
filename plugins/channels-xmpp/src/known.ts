/** A message that later corrections, retractions and reactions may refer to. */
export interface Known {
  /** The id under which the gateway knows it. */
  readonly id: string;
  readonly place: string;
  /** Who may change it. */
  readonly author: string;
  /** The id that the sender assigned. */
  readonly origin?: string;
  /** The id that the archive assigned. */
  readonly archived?: string;
  /** Reactions by actor. */
  readonly reactions: Map<string, ReadonlySet<string>>;
}

/** Recent messages, by the ids that other stanzas use for them. */
export interface KnownMessages {
  add(known: Omit<Known, "reactions">): Known;
  find(place: string, called: string): Known | undefined;
}

const MANY = 4_000;

export function createKnown(): KnownMessages {
  const byName = new Map<string, Known>();
  const nameOf = (place: string, called: string) => `${place}\n${called}`;
  return {
    add(message) {
      const names = [message.origin, message.archived].filter((name) => name !== undefined);
      const before = message.archived === undefined ? undefined : byName.get(nameOf(message.place, message.archived));
      const known = { ...message, reactions: before?.reactions ?? new Map() };
      for (const called of names) {
        const name = nameOf(message.place, called);
        byName.delete(name);
        byName.set(name, known);
      }
      for (const oldest of byName.keys()) {
        if (byName.size <= MANY) break;
        byName.delete(oldest);
      }
      return known;
    },
    find: (place, called) => byName.get(nameOf(place, called)),
  };
}
