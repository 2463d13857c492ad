import type { Caller } from "@postern/core";
import { findApproval } from "./approval.ts";
import type { ApprovalRecord } from "./collections.ts";
import type { State } from "./state.ts";

/** Commits of other processes are noticed after this time, in milliseconds, even if they are not reported. */
const LOOK = 1_000;
const OPEN = ["pending", "stale", "approved"];

/** The approval as soon as it has ended, or as it is after `waitMs` milliseconds. */
export async function waitForEnd(
  { latest, onCommit }: Pick<State, "latest" | "onCommit">,
  caller: Caller,
  id: string,
  waitMs: number,
  signal: AbortSignal,
): Promise<ApprovalRecord> {
  const until = performance.now() + waitMs;
  let wake = () => {};
  // Before the first look, so that no commit after it is missed.
  const off = onCommit(() => wake());
  const stop = () => wake();
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const record = await findApproval(latest, caller, id);
      const left = until - performance.now();
      if (!OPEN.includes(record.status) || left <= 0 || signal.aborted) return record;
      const timer = setTimeout(wake, Math.min(left, LOOK));
      await woken;
      clearTimeout(timer);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    off();
  }
}
