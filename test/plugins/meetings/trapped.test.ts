import { expect, it } from "vitest";
import { start } from "../../storage-drivers/processes/spawn.ts";

it("listing runtimes makes no network request and starts no program", async () => {
  const child = start(new URL("./fixtures/trapped.mjs", import.meta.url).href);
  await child.waitForLines(1);
  expect(await child.ended).toBe(0);
  const result = JSON.parse(child.lines()[0] as string);
  expect(result).toEqual({ candidates: expect.any(Number), shown: true, sprung: [] });
  expect(result.candidates).toBeGreaterThan(9);
});
