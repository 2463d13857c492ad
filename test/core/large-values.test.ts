import { createGateway, defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import { openBlobs } from "@postern/core/blobs";
import lmdb from "@postern/storage-lmdb";
import memory from "@postern/storage-memory";
import files from "unstorage/drivers/fs-lite";
import plain from "unstorage/drivers/memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { folder } from "../storage-drivers/folder.ts";

const group = defineGroup("letters", { title: "Letters" });
const keep = defineCommand(group, {
  id: "letters.keep",
  summary: "Keep a letter",
  input: T.Object({ text: T.String() }),
  output: T.Object({ file: T.String() }),
  plan: () => ({ summary: "Keep a letter" }),
  execute: async ({ blobs }, _plan, { text }) => ({ file: await blobs.write(Buffer.from(text)) }),
});
const read = defineCommand(group, {
  id: "letters.read",
  summary: "Read a letter",
  input: T.Object({ file: T.String() }),
  output: T.Object({ text: T.Optional(T.String()) }),
  plan: () => ({ summary: "Read a letter" }),
  execute: async ({ blobs }, _plan, { file }) => {
    const bytes = await blobs.read(file);
    return bytes ? { text: Buffer.from(bytes).toString() } : {};
  },
});
const plugins = [definePlugin(group, { version: "1.0.0", operations: [keep, read] })()];
const stores = {
  LMDB: (path: string) => lmdb({ path: `${path}/store` }),
  "a driver of files": (path: string) => files({ base: `${path}/store` }),
  memory: () => memory(),
  "a plain driver in memory": () => plain(),
};

function open(options: Omit<Parameters<typeof createGateway>[0], "plugins">) {
  const gateway = createGateway({ ...options, plugins });
  onTestFinished(() => gateway.stop());
  return gateway;
}

describe("a gateway without a storage of large values", () => {
  it.each(["LMDB", "a driver of files"] as const)("does not start on %s unless they may be lost", async (name) => {
    const path = folder();
    const gateway = open({ storage: stores[name](path) });
    await expect(gateway.start()).rejects.toThrow(/no storage of large values .* Set "blobs", .*@postern\/core\/blobs/);
    expect(gateway.state).toBe("failed");
    await open({ storage: stores[name](path), blobs: "memory" }).start();
  });

  it.each(["memory", "a plain driver in memory"] as const)("starts on %s, which is lost too", async (name) => {
    const gateway = open({ storage: stores[name]() });
    const { file } = await gateway.call(keep, { text: "dear" });
    expect(await gateway.call(read, { file })).toEqual({ text: "dear" });
  });
});

it("large values in files are there after a restart", async () => {
  const path = folder();
  const start = () => open({ storage: lmdb({ path: `${path}/store` }), blobs: openBlobs({ path: `${path}/blobs` }) });
  const first = start();
  const { file } = await first.call(keep, { text: "dear" });
  await first.stop();
  expect(await start().call(read, { file })).toEqual({ text: "dear" });
});
