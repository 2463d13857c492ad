import chats from "@postern/chats";
import context from "@postern/context";
import events from "@postern/events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { openPair, type Side } from "./pair.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

const opened = () => openPair(cluster, () => [chats(), context(), events()]);

async function derive({ post, as }: Side, grants: object = {}) {
  const scopes = ["chats:read", "chats:write", "events:read", "context:write"];
  const { key, context } = await post("context.derive", { label: "derived", scopes, ...grants });
  return as({ key, contextId: context.id });
}

/** An open stream of a gateway: the chats it has reported, and whether it has ended. */
async function streamAt({ gateway }: Side, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  const response = await gateway.fetch(new Request("http://localhost/api/v1/events/stream", { headers }));
  expect(response.status).toBe(200);
  const state = { text: "", hasEnded: false };
  void (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) state.text += chunk;
  })()
    .catch(() => {})
    .finally(() => {
      state.hasEnded = true;
    });
  return state;
}

describe.skipIf(!has("postgresql"))("a key", () => {
  it("derived at one gateway is accepted at the other at once", async () => {
    const [a, b] = await opened();
    for (let round = 0; round < 5; round++) {
      const one = await derive(a);
      expect((await b.as(one).post("chats.list")).status).toBe(200);
    }
  });

  it("revoked at one gateway is refused at the other at once, with those derived from it", async () => {
    const [a, b] = await opened();
    for (let round = 0; round < 3; round++) {
      const parent = await derive(a);
      const { body } = await b.as(parent).post("context.derive", { label: "child", scopes: ["chats:read"] });
      const child = a.as({ key: body.key, contextId: body.context.id });
      expect((await child.post("chats.list")).status).toBe(200);
      await b.post("context.revoke", { id: parent.contextId, execute: true });
      expect((await parent.post("chats.list")).status).toBe(401);
      expect((await child.post("chats.list")).status).toBe(401);
    }
  });

  it("rotated at one gateway is replaced at the other at once", async () => {
    const [a, b] = await opened();
    const one = await derive(a);
    expect((await b.as(one).post("chats.list")).status).toBe(200);
    const { key } = await a.post("context.rotate", { id: one.contextId });
    expect((await b.as(one).post("chats.list")).status).toBe(401);
    expect((await b.as({ key, contextId: one.contextId }).post("chats.list")).status).toBe(200);
  });

  it("revoked at one gateway ends its open streams at both", async () => {
    const [a, b] = await opened();
    const one = await derive(a);
    const streams = [await streamAt(a, one.key), await streamAt(b, one.key)];
    await a.post("chats.create", { title: "before" });
    for (const stream of streams) await until(() => expect(stream.text).toContain("before"));
    await a.post("context.revoke", { id: one.contextId, execute: true });
    await until(() => expect(streams.map(({ hasEnded }) => hasEnded)).toEqual([true, true]));
    await a.post("chats.create", { title: "after" });
    for (const stream of streams) expect(stream.text).not.toContain("after");
  });
});
