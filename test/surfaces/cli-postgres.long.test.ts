import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { newUser } from "./postern.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

async function post(url: string, key: string, path: string, body: object = {}) {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  });
  return { status: response.status, body: await response.json() };
}

/** The ids of message events that a stream delivers, until it is closed. Resolves when it has started. */
async function streamOf(url: string, key: string, after?: string) {
  const ids: string[] = [];
  const stopped = new AbortController();
  const headers = { authorization: `Bearer ${key}`, ...(after && { "last-event-id": after }) };
  const response = await fetch(`${url}/api/v1/events/stream?type=chats.message.created`, {
    headers,
    signal: stopped.signal,
  });
  expect(response.status).toBe(200);
  let text = "";
  const ended = (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const frames = text.split("\n\n");
      text = frames.pop() as string;
      for (const frame of frames) if (frame.includes("\ndata: ")) ids.push(/^id: (.*)$/m.exec(frame)?.[1] as string);
    }
  })().catch(() => {});
  return {
    ids,
    async close() {
      stopped.abort();
      await ended;
    },
  };
}

describe.skipIf(!has("postgresql"))("postern on PostgreSQL", () => {
  it("creates the store once; a second data folder joins it with the same keys", async () => {
    const [first, second] = [newUser(), newUser()];
    const store = ["--store", cluster.database()];
    const { key } = await first.json("init", ...store);
    const joined = await second.run("init", ...store);
    expect(joined.err).toContain("Its keys are valid; no key was created.");
    expect((await first.run("init", ...store)).err).toContain("already has an admin key");
    const served = await second.serve("serve", store);
    expect((await post(served.url, key, "context/whoami")).status).toBe(200);
    const known = () => JSON.parse(readFileSync(join(second.data, "last-commit.json"), "utf8")) as object;
    await until(() => expect(known()).toEqual({ number: expect.any(Number), flight: expect.any(String) }));
  });

  it("is joined by a gateway that is started with a new data folder, without another key", async () => {
    const store = ["--store", cluster.database()];
    const one = await newUser().serve("start", store);
    expect(one.key).toMatch(/^rctx_/);
    const two = await newUser().serve("start", store);
    expect(two.key).toBeUndefined();
    expect((await post(two.url, one.key, "context/whoami")).status).toBe(200);
  });

  it("continues at another gateway after one was killed, with its stream of events", async () => {
    const [first, second] = [newUser(), newUser()];
    const store = ["--store", cluster.database()];
    const { key } = await first.json("init", ...store);
    await second.run("init", ...store);
    const [one, two] = [await first.serve("serve", store), await second.serve("serve", store)];
    const { chat } = (await post(one.url, key, "chats/create", { title: "Tea" })).body as { chat: { id: string } };
    const message = { chatId: chat.id, actorId: "ada", content: "Hello" };
    const send = (url: string, n: number) =>
      post(url, key, "chats/messages/create", { ...message, clientMessageId: `m${n}` });

    const before = await streamOf(one.url, key);
    await send(one.url, 0);
    await send(two.url, 1);
    await until(() => expect(before.ids).toHaveLength(2));
    process.kill(one.pid, "SIGKILL");
    await one.ended;
    await before.close();
    expect((await send(two.url, 1)).body).toMatchObject({ disposition: "duplicate" });
    await send(two.url, 2);
    const after = await streamOf(two.url, key, before.ids[0]);
    await until(() => expect(after.ids).toHaveLength(2));
    expect(after.ids[0]).toBe(before.ids[1]);
    await after.close();
  });

  it("is filled by migrate, verified, backed up and restored, and emptied into LMDB again", async () => {
    const user = newUser();
    await user.run("init");
    const { chat } = await user.json("chats", "create", "--title", "Tea");
    const text = "\u{1F375}\u001f";
    await user.json(
      "chats",
      "messages",
      "create",
      "--chatId",
      chat.id,
      "--actorId",
      "ada",
      "--clientMessageId",
      "m",
      "--content",
      text,
    );
    const url = cluster.database();
    const { records } = await user.json("migrate", "--from", "lmdb:store", "--to", url);
    expect(records).toBeGreaterThan(20);
    expect((await user.run("migrate", "--from", "lmdb:store", "--to", url)).err).toContain("contains records");
    const store = ["--store", url];
    expect((await user.run("init", ...store)).err).toContain("no key was created");
    const read = ["chats", "messages", "list", "--chatId", chat.id];
    const { messages } = await user.json(...read, ...store);
    expect(messages).toMatchObject([{ content: { text } }]);
    expect(await user.json("service", "verify", ...store)).toMatchObject({ damaged: 0, keys: [] });

    await user.json("service", "backup", "--path", "tea.backup", "--execute", ...store);
    expect((await user.run("restore", "tea.backup", ...store)).err).toContain("contains records");
    const restored = ["--store", cluster.database()];
    await user.json("restore", "tea.backup", ...restored);
    expect((await user.json(...read, ...restored)).messages).toEqual(messages);

    await user.json("migrate", "--from", url, "--to", "lmdb:again");
    await user.run("init", "--store", "lmdb:again");
    expect((await user.json(...read, "--store", "lmdb:again")).messages).toEqual(messages);
  });

  it("reports the fault of a URL or a server, without the password", async () => {
    const user = newUser();
    const init = async (store: string) => (await user.run("init", "--store", store)).err;
    const wrong = cluster.database().replace("postgres@", "nobody:secret@");
    expect(await init(wrong)).toContain('role "nobody" does not exist');
    expect(await init(wrong)).not.toContain("secret");
    expect(await init("postgres://127.0.0.1:1/x")).toContain("ECONNREFUSED");
    expect(await init("postgres:store")).toContain("postgres://<user>@<host>:<port>/<database>");
    const from = ["--from", cluster.database(), "--to", "lmdb:again"];
    await user.run("init");
    expect((await user.run("migrate", ...from)).err).toContain("There is no store at postgres://");
  });
});
