import { expect, it } from "vitest";
import { start } from "../../storage-drivers/processes/spawn.ts";

it("looking calls nobody and starts nothing", async () => {
  const child = start(new URL("./fixtures/trapped.mjs", import.meta.url).href);
  await child.told(1);
  expect(await child.ended).toBe(0);
  const told = JSON.parse(child.lines()[0] as string);
  expect(told).toEqual({ candidates: expect.any(Number), shown: true, sprung: [] });
  expect(told.candidates).toBeGreaterThan(9);
});
