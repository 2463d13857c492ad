import { Exit } from "./exit.ts";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** Resolves at the first signal to end, from now on. The second one ends the process, whatever it is doing. */
export function awaitSignal(): Promise<void> {
  return new Promise((resolve) => {
    let signals = 0;
    for (const name of SIGNALS) {
      process.on(name, () => {
        if (++signals > 1) process.exit(Exit.failed);
        resolve();
      });
    }
  });
}
