export interface Slots {
  /** Resolves with a release function when a slot is free. Calls `waits` first if none is free yet. */
  acquire(waits: () => void): Promise<() => void>;
  /** Whether a session is waiting for a slot. */
  hasWaiting(): boolean;
}

/** Limits the number of agent processes, first come first served. `makeRoom` is called when a session has to wait. */
export function createSlots(count: number, makeRoom: () => void): Slots {
  let free = count;
  const queue: (() => void)[] = [];
  const createRelease = () => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const next = queue.shift();
      if (next) next();
      else free++;
    };
  };
  return {
    hasWaiting: () => queue.length > 0,
    async acquire(waits) {
      if (free > 0) {
        free--;
        return createRelease();
      }
      waits();
      const turn = new Promise<void>((resolve) => queue.push(resolve));
      makeRoom();
      await turn;
      return createRelease();
    },
  };
}
