import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { folder } from "../storage-drivers/folder.ts";
import { start as child } from "../storage-drivers/processes/spawn.ts";
import { open } from "./queue-lanes.ts";

afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

describe("a queue with lanes", () => {
  it("keeps the order of its lanes if workers are killed at every step", async () => {
    const file = new URL("./lanes.mjs", import.meta.url).href;
    const ENTRIES = 3;
    for (let step = 1, isOver = false; !isOver; step++) {
      const path = folder();
      const diary = join(path, "diary");
      appendFileSync(diary, "");
      const doomed = child(file, path, diary, ENTRIES, 600, step);
      isOver = (await doomed.ended) === 0;
      const heirs = isOver ? [] : ["one", "two"].map(() => child(file, path, diary, ENTRIES, 600));
      expect(await Promise.all(heirs.map(({ ended }) => ended))).toEqual(heirs.map(() => 0));
      const entries = readFileSync(diary, "utf8").split("\n").slice(0, -1);
      for (const lane of ["left", "right"]) {
        // An entry may start twice if its worker was killed, but never after a later one has started.
        const begun = entries
          .map((line) => line.split(" "))
          .filter(([what, name]) => what === "begin" && name === lane);
        const order = begun.map(([, , n]) => Number(n));
        expect(order, `step ${step}`).toEqual(order.toSorted((one, other) => one - other));
        expect(new Set(order).size, `step ${step}`).toBe(ENTRIES);
      }
    }
  });
});
