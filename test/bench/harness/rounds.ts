import { setTimeout as wait } from "node:timers/promises";
import { undisturbed } from "./others.ts";

/** The samples of each contestant, one a round; round n of one was measured right beside round n of the others. */
export type Rounds<S> = Map<string, S[]>;

/**
 * Measures each once a round, so that what the machine does besides falls on all alike.
 * Every other round runs backwards: what one leaves behind (a busy disk, a hot core) is not always the same one's burden.
 */
export async function interleave<S>(
  measures: ReadonlyMap<string, (seconds: number) => Promise<S>>,
  rounds: number,
  seconds: number,
): Promise<Rounds<S>> {
  const samples: Rounds<S> = new Map([...measures.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const order = [...measures];
    for (const [name, measure] of round % 2 ? order.reverse() : order) {
      samples.get(name)?.push(await undisturbed(`round ${round + 1} of ${name}`, () => measure(seconds)));
      await wait(200);
    }
  }
  return samples;
}

/** Round by round, what `a` measured divided by what `b` measured. */
export function ratios<S>(rounds: Rounds<S>, a: string, b: string, value: (sample: S) => number): number[] {
  const others = rounds.get(b) ?? [];
  return (rounds.get(a) ?? []).flatMap((sample, round) => {
    const other = others[round];
    return other === undefined ? [] : [value(sample) / value(other)];
  });
}
