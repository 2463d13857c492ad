import { Exit } from "./exit.ts";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** Aborts at the first SIGTERM or SIGINT. */
export function untilSignal(): AbortSignal {
  const controller = new AbortController();
  void awaitSignal().then(() => controller.abort());
  return controller.signal;
}

/** Resolves at the first SIGTERM or SIGINT. The second signal exits immediately. */
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
