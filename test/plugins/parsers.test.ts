import { describe, expect, it } from "vitest";
import { longestPause } from "../core/survive/pause.ts";
import { bases } from "./parsers/bases.ts";
import { calendars } from "./parsers/calendars.ts";
import { channels } from "./parsers/channels.ts";
import { groups } from "./parsers/groups.ts";
import { kernel } from "./parsers/kernel.ts";
import type { Parser } from "./parsers/types.ts";

/** Milliseconds of processor time, the least of three. */
async function timeOf({ make, run }: Parser, size: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const input = make(size);
    const began = process.cpuUsage();
    await run(input);
    const { user, system } = process.cpuUsage(began);
    least = Math.min(least, (user + system) / 1e3);
  }
  return least;
}

/**
 * Milliseconds from which four times the input takes too long: linear work takes 4 times as long, quadratic work 16
 * times. Under some hundred milliseconds, noise is all that is measured.
 */
const steep = (once: number): number => Math.max(300, once * 9);

describe.each(Object.entries({ kernel, bases, calendars, channels, groups }))("parsers of %s", (_, parsers) => {
  it.each(parsers.map((parser) => [parser.name, parser] as const))(
    "take time in proportion to the input, and hold up nobody: %s",
    { timeout: 60_000 },
    async (_, parser) => {
      const input = parser.make(parser.size);
      expect(await longestPause(async () => void (await parser.run(input)))).toBeLessThan(200);
      if (parser.isApart) return;
      const [once, fourTimes] = [await timeOf(parser, parser.size), await timeOf(parser, parser.size * 4)];
      if (fourTimes < steep(once)) return;
      // Linear work too is slower per character once it outgrows a cache or the heap's young generation, but only once.
      expect(await timeOf(parser, parser.size * 16)).toBeLessThan(steep(fourTimes));
    },
  );
});
