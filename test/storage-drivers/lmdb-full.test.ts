import { expect, it } from "vitest";
import { folder } from "./folder.ts";
import { startOnSmallDisk } from "./processes/spawn.ts";

const RUN = { reason: "full", trouble: "full", readable: true, removed: true, inFile: true, recovered: true };

it("a disk that is filled 20 times refuses commits, reads and removes on, and recovers", async () => {
  const child = startOnSmallDisk(folder(), 32, "disk-filler.mjs", 20);
  expect({ code: await child.ended, errors: child.errors() }).toEqual({ code: 0, errors: "" });
  expect(child.lines().map((line) => JSON.parse(line))).toEqual(Array.from({ length: 20 }, () => RUN));
});
