import { type CompleteDriver, encodeKey, encodeRecord } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";
import { expect, it } from "vitest";
import { folder } from "./folder.ts";
import { startLimited, startOnSmallDisk } from "./processes/spawn.ts";

const RUN = { reason: "full", trouble: "full", readable: true, removed: true, inFile: true, recovered: true };

it("a disk that is filled 20 times refuses commits, allows reads and removals, and recovers", async () => {
  const child = startOnSmallDisk(folder(), 32, "disk-filler.mjs", 20);
  expect({ code: await child.ended, errors: child.errors() }).toEqual({ code: 0, errors: "" });
  expect(child.lines().map((line) => JSON.parse(line))).toEqual(Array.from({ length: 20 }, () => RUN));
});

it("a process with a low file size limit reads, and survives its failed commits", async () => {
  const path = folder();
  const store: CompleteDriver = lmdb({ path });
  const writes = Array.from({ length: 20 }, (_, n) => ({
    key: encodeKey(["record", n]),
    value: encodeRecord("x".repeat(3_000)),
  }));
  await store.commit([{ checks: [], writes }]);
  await store.dispose?.();
  const child = startLimited(4, "limited.mjs", path);
  expect({ code: await child.ended, errors: child.errors() }).toEqual({ code: 0, errors: "" });
  expect(child.lines().map((line) => JSON.parse(line))).toEqual([{ reads: 300, failures: ["full"] }]);
});

it.each(["store", "files"])("a gateway deletes and archives while the disk is full: by %s", async (by) => {
  const child = startOnSmallDisk(folder(), 32, "full-gateway.mjs", by);
  expect({ code: await child.ended, errors: child.errors() }).toEqual({ code: 0, errors: "" });
  const accepted = {
    "chats.messages.delete": true,
    "bases.rows.archive": true,
    "bases.props.purge": true,
    "bases.archive": true,
    "chats.messages.create": "gateway.unavailable",
    "chats.archive": true,
  };
  expect(child.lines().map((line) => JSON.parse(line))).toEqual([{ accepted, isReported: true }, true]);
});

it("a gateway reports a nearly full disk before it refuses commands, at the start too, and stays ready", async () => {
  const child = startOnSmallDisk(folder(), 64, "disk-states.mjs");
  expect({ code: await child.ended, errors: child.errors() }).toEqual({ code: 0, errors: "" });
  const ok = ["ready", "ok"];
  const low = "The disk of the store is nearly full";
  expect(child.lines().map((line) => JSON.parse(line))).toEqual([
    { step: "empty", said: [], logged: [], create: 200, probes: ok },
    { step: "nearly full", said: ["store.low"], logged: [low], create: 200, probes: ok },
    { step: "restarted", said: ["store.low"], logged: [low], create: 200, probes: ok },
    {
      ...{ step: "full", said: ["store.full"], logged: ["The disk of the store is full"] },
      ...{ create: 503, probes: ["ready", "degraded"] },
    },
    {
      ...{ step: "freed", said: [], logged: ["The disk of the store has enough space again"] },
      ...{ create: 200, probes: ok },
    },
  ]);
});
