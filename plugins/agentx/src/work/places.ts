export interface Places {
  /** Resolves with what gives the place back, once there is one; `waits` is called where there is none yet. */
  take(waits: () => void): Promise<() => void>;
  /** Whether somebody waits for one. */
  areWanted(): boolean;
}

/** So many places; those who wait get theirs in order. `makeRoom` is called when somebody has to wait. */
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
