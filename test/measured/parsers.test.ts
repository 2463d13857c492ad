import { describe, expect, it } from "vitest";
import { bases } from "./parsers/bases.ts";
import { calendars } from "./parsers/calendars.ts";
import { channels } from "./parsers/channels.ts";
import { groups } from "./parsers/groups.ts";
import { kernel } from "./parsers/kernel.ts";
import type { Parser } from "./parsers/types.ts";
import { longestPause, processorTime } from "./pause.ts";

/** Under so many milliseconds, noise is all that is measured. */
const NOISE = 300;

/** The least time for an input of this size, in milliseconds; more exact where it is over `limit`. */
function timeOf({ make, run }: Parser, size: number, limit: number): Promise<number> {
  const input = make(size);
  return processorTime(limit, () => run(input));
}

/**
 * Milliseconds from which four times the input takes too long: linear work takes 4 times as long, quadratic work 16
 * times.
 */
const steep = (once: number): number => Math.max(NOISE, once * 9);

describe.each(Object.entries({ kernel, bases, calendars, channels, groups }))("parsers of %s", (_, parsers) => {
  it.each(parsers.map((parser) => [parser.name, parser] as const))(
    "take time in proportion to the input, and hold up nobody: %s",
    async (_, parser) => {
      const input = parser.make(parser.size);
      expect(await longestPause(200, () => parser.run(input))).toBeLessThan(200);
      if (parser.isApart) return;
      const fourTimes = await timeOf(parser, parser.size * 4, NOISE);
      if (fourTimes < NOISE) return;
      if (fourTimes < steep(await timeOf(parser, parser.size, 0))) return;
      // Linear work too is slower per character once it outgrows a cache or the heap's young generation, but only once.
      expect(await timeOf(parser, parser.size * 16, steep(fourTimes))).toBeLessThan(steep(fourTimes));
    },
  );
});
