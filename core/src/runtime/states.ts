import { Unavailable } from "../define/errors.ts";
import { declaredError } from "../define/failure.ts";
import type { GatewayState } from "./types.ts";

/**
 * The owner of everything a start creates: store, lease, router, streams and workers. Calls in any state other than
 * `running` are refused with that state. Only a gateway that was never started or stopped explicitly is started by its
 * first call, and again by the next call if that failed.
 */
export function createStates<Booted extends { stop(): Promise<void> }>(
  boot: (signal: AbortSignal, onProgress: (progress: string | undefined) => void) => Promise<Booted>,
) {
  let isLazy = true;
  let ending = new AbortController();
  let starting: Promise<Booted> | undefined;
  let stopping: Promise<void> | undefined;
  const now = {
    state: "stopped" as GatewayState,
    running: undefined as Booted | undefined,
    /** What a start is doing, or why it failed. */
    detail: undefined as string | undefined,
    signal: (): AbortSignal => ending.signal,
    ready(): Booted | Promise<Booted> {
      if (now.running) return now.running;
      if (!isLazy) throw refusal();
      return now.state === "starting" && starting ? starting : begin();
    },
    async start(): Promise<void> {
      isLazy = false;
      await stopping;
      if (now.state === "stopped" || now.state === "failed") begin();
      await starting;
    },
    async stop(): Promise<void> {
      isLazy = false;
      if (now.state === "failed") enter("stopped");
      if (now.state !== "stopped") stopping ??= end();
      await stopping;
    },
  };
  return now;

  function enter(state: GatewayState, running?: Booted, detail?: string): void {
    Object.assign(now, { state, running, detail });
  }
  function refusal() {
    return Unavailable({
      reason: `The gateway is ${now.state}${now.detail ? `: ${now.detail}` : ""}`,
      state: now.state,
    });
  }

  function begin(): Promise<Booted> {
    ending = new AbortController();
    const { signal } = ending;
    enter("starting");
    starting = boot(signal, (detail) => Object.assign(now, { detail })).then(
      async (booted) => {
        if (signal.aborted) await booted.stop();
        if (signal.aborted) throw refusal();
        enter("running", booted);
        return booted;
      },
      (error: unknown) => {
        if (!signal.aborted) enter("failed", undefined, declaredError(error).message);
        throw error;
      },
    );
    return starting;
  }

  async function end(): Promise<void> {
    const was = now.running;
    enter("stopping");
    ending.abort();
    try {
      // A running start sees that it was aborted and closes what it opened.
      await starting?.catch(() => {});
      await was?.stop();
    } finally {
      enter("stopped");
      stopping = undefined;
    }
  }
}
