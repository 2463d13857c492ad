import { expect, it } from "vitest";
import { until } from "../run/until.ts";
import { greetingTs, newAuthor, sent } from "../surfaces/author.ts";

/** Milliseconds from a saved change to the first answer of the plugin as it is then. */
const LIMIT = 1_000;

it("postern dev answers with a changed plugin in under a second, with all groups", async () => {
  const author = newAuthor();
  const { url, key } = await author.dev();
  const took: number[] = [];
  for (let round = 0; round < 5 && Math.min(LIMIT, ...took) >= LIMIT; round++) {
    const began = performance.now();
    author.write("src/greeting.ts", greetingTs(`Hello ${round}`));
    await until(async () => expect(await sent(url, key)).toBe(`Hello ${round} you`));
    took.push(performance.now() - began);
  }
  expect(Math.min(...took)).toBeLessThan(LIMIT);
});
