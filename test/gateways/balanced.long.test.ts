import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { post, startBalanced } from "./balanced.ts";
import { follow } from "./follow.ts";
import { load } from "./load.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

type Balanced = Awaited<ReturnType<typeof startBalanced>>;

async function withChat() {
  const balanced = await startBalanced(cluster);
  const { url, key, client } = balanced;
  const { chat } = await client.chats.create({ title: "Tea" });
  const message = (id: string) => ({ chatId: chat.id, actorId: "ada", clientMessageId: id, content: id });
  return {
    ...balanced,
    /** Without an idempotency key, which the proxy must not repeat. */
    say: (id: string) => post(url, key, "chats.messages.create", message(id)),
    /** With an idempotency key, sent once by the client. */
    sayOnce: (id: string) => client.chats.messages.create(message(id)),
    /** The texts of all messages, oldest first. */
    async texts(): Promise<string[]> {
      const found: string[] = [];
      for await (const { content } of client.chats.messages.list.all({ chatId: chat.id }))
        found.push(content?.text ?? "");
      return found;
    },
  };
}

/** The gateway that serves an open stream of events. */
async function streamingOf({ gateways, key }: Pick<Balanced, "gateways" | "key">): Promise<0 | 1> {
  const open = await Promise.all(gateways.map(({ url }) => post(url, key, "service.status")));
  const at = open.findIndex(({ body }) => body.streams.open > 0);
  if (at < 0) throw new Error("No gateway has an open stream");
  return at as 0 | 1;
}

async function kill({ gateways }: Pick<Balanced, "gateways">, at: 0 | 1) {
  const { pid, ended } = gateways[at] as Balanced["gateways"][number];
  process.kill(pid, "SIGKILL");
  await ended;
}

describe.skipIf(!(has("postgresql") && has("haproxy")))("two gateways behind a proxy", () => {
  it("continue a stream of events without loss or repetition when its gateway is killed", async () => {
    const balanced = await withChat();
    const { texts, lost } = follow(balanced.url, balanced.key);
    await until(() => streamingOf(balanced));
    for (let number = 0; number < 20; number++) await balanced.sayOnce(`before.${number}`);
    await until(() => expect(texts).toHaveLength(20));

    const writing = load(async (id) => ({ status: await balanced.sayOnce(id).then(() => 200) }), 4);
    await until(() => expect(writing.answered()).toBeGreaterThan(20));
    const at = await streamingOf(balanced);
    await kill(balanced, at);
    const then = writing.answered();
    await until(() => expect(lost).not.toEqual([]));
    await until(() => expect(writing.answered()).toBeGreaterThan(then + 100));
    expect(await writing.stop()).toEqual([]);
    const all = await balanced.texts();
    await until(() => expect(texts.length).toBeGreaterThanOrEqual(all.length));
    expect(texts).toEqual(all);
    expect(new Set(all).size).toBe(all.length);
  });

  it("lose only requests in flight when one is killed, and each of them has happened or not", async () => {
    const balanced = await withChat();
    const { proxy } = balanced;
    const loops = 8;
    const writing = load(balanced.say, loops);
    await until(() => expect(writing.answered()).toBeGreaterThan(100));
    for (const at of [0, 1]) expect(await proxy.requestsTo(at)).toBeGreaterThan(10);
    await kill(balanced, 0);
    const then = writing.answered();
    await until(() => expect(writing.answered()).toBeGreaterThan(then + 200));
    const failed = await writing.stop();
    expect(failed.length).toBeLessThanOrEqual(loops);
    for (const { id } of failed) expect((await balanced.say(id)).status).toBe(200);
    const all = await balanced.texts();
    expect(new Set(all).size).toBe(all.length);
    expect(all).toHaveLength(writing.answered() + failed.length);
  });

  it("are both used again when the killed one is back", async () => {
    const balanced = await withChat();
    const { proxy } = balanced;
    await kill(balanced, 0);
    await until(async () => expect(await proxy.isUp(0)).toBe(false));
    await balanced.restart(0);
    await until(async () => expect(await proxy.isUp(0)).toBe(true));
    const before = await proxy.requestsTo(0);
    for (let number = 0; number < 10; number++) await balanced.say(`after.${number}`);
    expect(await proxy.requestsTo(0)).toBeGreaterThan(before);
  });
});
