import { expect, it } from "vitest";
import { type DiskState, nextState } from "../../../plugins/service/src/disk.ts";

it.each<[DiskState, number, DiskState]>([
  ["ok", 200, "ok"],
  ["ok", 199, "low"],
  ["ok", 99, "full"],
  ["low", 249, "low"],
  ["low", 250, "ok"],
  ["low", 99, "full"],
  ["full", 124, "full"],
  ["full", 125, "low"],
  ["full", 249, "low"],
  ["full", 250, "ok"],
])("after %s, a disk with %i %% of the kept space is %s", (before, free, after) => {
  expect(nextState(before, { free, kept: 100 })).toBe(after);
});
