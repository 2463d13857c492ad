import { defineCollection, defineCommand, defineGroup, definePlugin, defineQuery, gatewayView, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import postgres from "@postern/storage-postgres";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { has } from "../run/programs.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

interface Version {
  readonly version: string;
  readonly data?: number;
  readonly hasIndex?: boolean;
  readonly hasColor?: boolean;
}

/** A group that keeps words, in one of its versions. */
function words({ version, data = 1, hasIndex = false, hasColor = false }: Version) {
  const group = defineGroup("words", { title: "Words" });
  const Word = T.Object({ text: T.String(), color: T.Optional(T.String()), length: T.Optional(T.Integer()) });
  const collection = defineCollection("words.word", {
    schema: Word,
    key: ({ text }) => [text],
    indexes: hasIndex ? { byLength: ({ text }) => [text.length] } : ({} as never),
  });
  const add = defineCommand(group, {
    id: "words.add",
    summary: "Add a word",
    input: T.Object({ text: T.String(), ...(hasColor && { color: T.Optional(T.String()) }) }),
    output: T.Object({ text: T.String() }),
    plan: () => ({ summary: "Add a word" }),
    async execute({ store }, _plan, input) {
      await store.put(collection, data > 1 ? { ...input, length: input.text.length } : input);
      return { text: input.text };
    },
  });
  const list = defineQuery(group, {
    id: "words.list",
    summary: "List words",
    input: T.Object({}),
    output: T.Object({ words: T.Array(Word) }),
    run: async ({ store }) => ({
      words: (await store.find(collection, { ...(hasIndex && { by: "byLength" }), limit: 1_000_000 })).items,
    }),
  });
  return definePlugin(group, {
    version,
    data,
    collections: { collection },
    operations: [add, list],
    migrations: {
      2: async ({ store }) => {
        for (const word of (await store.find(collection, { limit: 1_000_000 })).items)
          await store.put(collection, { ...word, length: word.text.length });
      },
    },
  });
}

async function open(url: string, version: Version) {
  const test = await testGateway({ plugins: [words(version)()], storage: postgres({ url }) });
  onTestFinished(() => test.stop());
  const { admin, stop } = test;
  return {
    stop,
    degraded: () => test.gateway.service(gatewayView)?.store().degraded,
    health: async () => (await admin.send("/health")).body.status,
    add: async (text: string, more = {}) => (await admin.post("words.add", { text, ...more })).status,
    reason: async (text: string) => (await admin.post("words.add", { text })).body.detail,
    list: async () => (await admin.post("words.list")).body.words,
    texts: async () => (await admin.post("words.list")).body.words.map(({ text }: { text: string }) => text).sort(),
  };
}

describe.skipIf(!has("postgresql"))("gateways of two versions on one store", () => {
  it("work side by side if the stored data is the same", async () => {
    const url = cluster.database();
    const old = await open(url, { version: "1.0.0" });
    expect(await old.add("tea")).toBe(200);
    const next = await open(url, { version: "1.1.0", hasColor: true });
    expect([await next.add("milk", { color: "white" }), await old.add("cup"), await next.add("pot")]).toEqual(
      [200, 200, 200, 200].slice(1),
    );
    expect(await old.texts()).toEqual(["cup", "milk", "pot", "tea"]);
    expect(await next.texts()).toEqual(["cup", "milk", "pot", "tea"]);
    expect((await old.list()).find(({ text }: { text: string }) => text === "milk")).toMatchObject({ color: "white" });
  });

  it("leave no record out of an index that the newer one has added", async () => {
    const url = cluster.database();
    const old = await open(url, { version: "1.0.0" });
    await old.add("tea");
    const writing = (async () => {
      let written = 0;
      while ((await old.add(`word ${written}`)) === 200) written++;
      return written;
    })();
    const next = await open(url, { version: "1.1.0", hasIndex: true });
    const written = await writing;
    expect(await old.reason("cup")).toContain("read-only");
    expect(old.degraded()).toContain("Restart this gateway with that version");
    expect(await old.health()).toBe("degraded");
    // It still answers queries.
    expect((await old.texts()).length).toBeGreaterThan(written);
    expect(await next.add("milk")).toBe(200);
    expect(await next.texts()).toEqual(
      [...Array.from({ length: written }, (_, n) => `word ${n}`), "milk", "tea"].sort(),
    );

    await old.stop();
    const again = await open(url, { version: "1.1.0", hasIndex: true });
    expect([await again.add("cup"), await next.add("pot")]).toEqual([200, 200]);
    expect(await again.texts()).toEqual(await next.texts());
  });

  it("never mix two forms of the data when the newer one migrates it", async () => {
    const url = cluster.database();
    const old = await open(url, { version: "1.0.0" });
    const writing = (async () => {
      let written = 0;
      while ((await old.add(`word ${written}`)) === 200) written++;
      return written;
    })();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const next = await open(url, { version: "2.0.0", data: 2 });
    const written = await writing;
    const all = await next.list();
    expect(all).toHaveLength(written);
    for (const { text, length } of all) expect(length).toBe(text.length);
    expect(await old.add("cup")).toBe(503);
    expect(await next.add("milk")).toBe(200);
  });
});
