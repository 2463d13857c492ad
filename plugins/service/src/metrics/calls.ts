import {
  type Answer,
  type Call,
  isGatewayError,
  type MaybePromise,
  type Observer,
  type Operation,
} from "@postern/core";
import { counter, gauge, type Metric } from "@postern/kit/checks";
import { createHistogram } from "./histogram.ts";

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Counts calls and commits as they happen. */
export type Counts = ReturnType<typeof countCalls>;

export function countCalls() {
  const durations = createHistogram("postern_call_duration_seconds", "Time of a call", SECONDS, "operation");
  const groups = createHistogram("postern_commit_group_size", "Commits that were written together", SIZES);
  const writes = createHistogram("postern_commit_group_duration_seconds", "Time to write a group of commits", SECONDS);
  /** By operation, mode and outcome. */
  const counts = new Map<string, { readonly labels: Record<string, string>; value: number }>();
  let running = 0;

  function count({ id: operation }: Operation, mode: string, outcome: string): void {
    const key = `${operation} ${mode} ${outcome}`;
    const found = counts.get(key);
    if (found) found.value++;
    else counts.set(key, { labels: { operation, mode, outcome }, value: 1 });
  }

  async function counted<T>(work: () => MaybePromise<T>, call: Call): Promise<T> {
    const { operation } = call;
    const began = performance.now();
    running++;
    try {
      const answer = await work();
      count(operation, modeOf(call, answer as Answer), "done");
      return answer;
    } catch (error) {
      count(operation, modeOf(call), isGatewayError(error) ? error.code : "gateway.internal");
      throw error;
    } finally {
      running--;
      durations.observe((performance.now() - began) / 1_000, operation.id);
    }
  }

  const observer: Observer = {
    around: (stage, work, call) => (stage === "call" && call ? counted(work, call) : work()),
    group(commits, ms) {
      groups.observe(commits);
      writes.observe(ms / 1_000);
    },
  };
  return {
    observer,
    histograms: [durations, groups, writes],
    metrics: (): Metric[] => [
      counter(
        "postern_calls_total",
        "Calls of operations by mode (query, plan, execute, propose) and outcome (done or the code of the error)",
        [...counts.values()],
      ),
      gauge("postern_calls_running", "Calls in progress", running),
    ],
  };
}

/** What a call did, or was meant to do if it failed. */
function modeOf({ operation: { kind, dryRunByDefault }, dryRun, propose, execute }: Call, answer?: Answer): string {
  if (kind === "query") return "query";
  if (answer && !answer.done) return answer.pending ? "propose" : "plan";
  if (propose) return "propose";
  const isPlan = dryRun || (!answer && !(execute ?? dryRunByDefault !== true));
  return isPlan ? "plan" : "execute";
}
