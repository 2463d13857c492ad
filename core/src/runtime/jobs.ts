import type { PluginContext, Stop, Worker } from "../define/host.ts";

/** The background work of a running gateway. */
export type Jobs = ReturnType<typeof createJobs>;

/** `end` runs the function that stops a worker. */
export function createJobs(end: (stop: Stop, name: string) => Promise<void>) {
  const drainable: { start(): void; stop(): Promise<void> }[] = [];
  let isDrained = false;
  return {
    isDrained: () => isDrained,
    /** Starts a worker of a plugin and returns the function that stops it. */
    start(worker: Worker, host: PluginContext): Stop {
      let running: Stop | undefined = worker.start(host);
      const stop = async () => {
        const ended = running;
        running = undefined;
        if (ended) await end(ended, worker.name);
      };
      const start = () => {
        running ??= worker.start(host);
      };
      if (!worker.continues) drainable.push({ start, stop });
      return stop;
    },
    /** Stops the work that other processes can do, or starts it again. */
    async drain(isWanted: boolean): Promise<void> {
      isDrained = isWanted;
      await Promise.all(drainable.map(({ start, stop }) => (isWanted ? stop() : start())));
    },
  };
}
