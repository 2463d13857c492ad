/** Random choices that are the same for the same seed. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** An integer; both ends are included. */
  between(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  chance(probability: number): boolean;
  shuffled<T>(list: readonly T[]): T[];
  /** Another source, so that the choices of one user do not depend on those of another. */
  fork(name: string): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  // The generator "mulberry32".
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));

  return {
    next,
    between,
    pick: (from) => from[between(0, from.length - 1)] as (typeof from)[number],
    chance: (probability) => next() < probability,
    shuffled(list) {
      const left = [...list];
      return list.map(() => left.splice(between(0, left.length - 1), 1)[0] as (typeof list)[number]);
    },
    fork(name) {
      let mixed = seed;
      for (const char of name) mixed = Math.imul(mixed ^ char.charCodeAt(0), 0x01000193);
      return createRandom(mixed);
    },
  };
}
