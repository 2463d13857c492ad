export interface Places {
  /** Resolves with a release function when a slot is free. Calls `waits` first if none is free yet. */
  take(waits: () => void): Promise<() => void>;
  /** Whether a session is waiting for a slot. */
  areWanted(): boolean;
}

/** Limits the number of agent processes, first come first served. `makeRoom` is called when a session has to wait. */
export function createPlaces(count: number, makeRoom: () => void): Places {
  let free = count;
  const queue: (() => void)[] = [];
  const give = () => {
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      const next = queue.shift();
      if (next) next();
      else free++;
    };
  };
  return {
    areWanted: () => queue.length > 0,
    async take(waits) {
      if (free > 0) {
        free--;
        return give();
      }
      waits();
      const turn = new Promise<void>((resolve) => queue.push(resolve));
      makeRoom();
      await turn;
      return give();
    },
  };
}
