import type { History } from "./history.ts";
import type { Nemesis } from "./nemesis.ts";

/** What a run has done. */
export interface Figures {
  readonly seed: number;
  readonly seconds: number;
  readonly calls: number;
  readonly callsByWorkload: Readonly<Record<string, number>>;
  /** Requests with an unknown outcome, and those that were refused with 503 or found no gateway. */
  readonly unknownOutcomes: number;
  readonly refusedRequests: number;
  /** Answers that the gateway had kept from an earlier request. */
  readonly replays: number;
  readonly readings: number;
  readonly streamedEvents: number;
  readonly streamConnections: number;
  readonly propertyRounds: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly totalFaults: number;
  /** The longest time between two acknowledged writes, and when it ended, in seconds after the first fault. */
  readonly longestTimeWithoutWrite: { readonly seconds: number; readonly until: number };
}

export function figuresOf(seed: number, history: History, nemesis: Nemesis, begun: number, ended: number): Figures {
  const { calls, chains, readings, tokenReadings, propertyRounds } = history;
  const attempts = calls.flatMap((call) => call.attempts);
  const callsByWorkload: Record<string, number> = {};
  for (const { workload } of calls) callsByWorkload[workload] = (callsByWorkload[workload] ?? 0) + 1;
  return {
    seed,
    seconds: round((ended - begun) / 1_000),
    calls: calls.length,
    callsByWorkload,
    unknownOutcomes: attempts.filter(({ outcome }) => outcome === "unknown").length,
    refusedRequests: attempts.filter(({ outcome }) => outcome === "refused").length,
    replays: calls.filter(({ isReplay }) => isReplay).length,
    readings: readings.length + tokenReadings.length,
    streamedEvents: chains.reduce((sum, { ids }) => sum + ids.length, 0),
    streamConnections: chains.reduce((sum, { connections }) => sum + connections, 0),
    propertyRounds: propertyRounds.length,
    faults: Object.fromEntries([...nemesis.counts].sort()),
    totalFaults: [...nemesis.counts.values()].reduce((sum, count) => sum + count, 0),
    longestTimeWithoutWrite: longestPause(history, begun, ended),
  };
}

function longestPause({ calls }: History, begun: number, ended: number): Figures["longestTimeWithoutWrite"] {
  const times = calls
    .flatMap((call) => (call.status === 200 && call.ended !== undefined ? [call.ended] : []))
    .filter((time) => time > begun && time < ended)
    .sort((left, right) => left - right);
  const pauses = [...times, ended].map((time, at) => ({
    seconds: round((time - (times[at - 1] ?? begun)) / 1_000),
    until: round((time - begun) / 1_000),
  }));
  return pauses.reduce((longest, one) => (one.seconds > longest.seconds ? one : longest));
}

const round = (seconds: number): number => Math.round(seconds * 10) / 10;
