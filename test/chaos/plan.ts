import type { Random } from "./random.ts";

/** How often each kind occurs in 200 faults. */
const DECK = {
  "cut before": 22,
  "cut after": 22,
  "cut half": 18,
  "delay of requests": 30,
  "delay of answers": 20,
  silence: 8,
  "terminated backend": 32,
  "terminated readers": 8,
  pause: 14,
  "killed gateway": 6,
  "killed database": 4,
  clock: 16,
} as const;

export type Kind = keyof typeof DECK;

/** A fault. Everything about it follows from the seed. */
export interface Fault {
  readonly kind: Kind;
  /** Milliseconds after the start. */
  readonly at: number;
  readonly gateway: number;
  /** How long it lasts, or by how much it delays, in milliseconds; the offset of a clock. */
  readonly amount: number;
  /** Whether a cut waits for a commit. */
  readonly isAtCommit: boolean;
}

/** Faults in the order in which they happen, spread evenly over the duration. */
export function planFaults(random: Random, count: number, durationMs: number, gateways: number): Fault[] {
  const deck = Object.entries(DECK).flatMap(([kind, times]) => Array<Kind>(times).fill(kind as Kind));
  const kinds: Kind[] = [];
  while (kinds.length < count) kinds.push(...random.shuffled(deck));
  const step = durationMs / count;
  return kinds.slice(0, count).map((kind, at) => ({
    kind,
    at: Math.round((at + random.next()) * step),
    gateway: random.between(0, gateways - 1),
    amount: amountOf(kind, random),
    isAtCommit: random.chance(0.6),
  }));
}

function amountOf(kind: Kind, random: Random): number {
  if (kind === "pause") return random.chance(0.8) ? random.between(200, 2_000) : random.between(2_000, 12_000);
  if (kind === "silence") return random.between(2_000, 5_000);
  if (kind === "clock") return random.between(-60_000, 60_000);
  if (kind.startsWith("delay")) return random.between(50, 500);
  return random.between(100, 1_500);
}
