import channels from "@postern/channels";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import lmdb from "@postern/storage-lmdb";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { folder } from "../../storage-drivers/folder.ts";
import { start } from "../../storage-drivers/processes/spawn.ts";
import { kindsPlugin } from "./environment.ts";
import { type LoopOptions, loopKind } from "./loop/kind.mjs";
import { type Asked, startLoop } from "./loop/server.ts";

const runner = new URL("./loop/runner.mjs", import.meta.url).href;
const TEXTS = ["one", "two", "three"];

/** A person who writes in two places, on a store whose runner is another process. */
async function openDesk(options: LoopOptions) {
  const [path, loop] = [folder(), await startLoop()];
  const plugins = [chats(), channels(), kindsPlugin([loopKind(options)])];
  const { admin, stop } = await testGateway({ plugins, storage: lmdb({ path }), background: false });
  const post = async (id: string, body: object) => {
    const reply = await admin.post(id, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  await post("channels.adapters.create", { id: "loop", kind: "loop", config: { port: loop.port } });
  for (const place of ["a", "b"]) {
    const { place: made } = await post("channels.places.open", { adapter: "loop", place });
    for (const content of TEXTS)
      await post("chats.messages.create", {
        chatId: made.chatId,
        actorId: "main",
        clientMessageId: content,
        content: `${place}-${content}`,
      });
  }
  const entries = async () => (await post("channels.outbox.list", { limit: "100" })).outbox;
  return {
    loop,
    stop,
    entries,
    carry: (step = 0) => start(runner, path, JSON.stringify(options), step),
    /** Waits until no entry is waiting. */
    async settled() {
      const look = async () => {
        const all = await entries();
        expect(all).toHaveLength(2 * TEXTS.length);
        for (const entry of all) expect(["done", "dead"]).toContain(entry.status);
      };
      await until(look, 150_000);
    },
  };
}

/** Kills a runner at a step, and then runs another one until everything is sent. */
async function crash(options: LoopOptions, step: number) {
  const desk = await openDesk(options);
  // The platform answers late, so that a runner is also killed while a message is being sent.
  desk.loop.answer(() => new Promise((resolve) => setTimeout(() => resolve({}), 20)));
  const first = desk.carry(step);
  await first.ended;
  const second = desk.carry();
  await desk.settled();
  const outcome = { sent: [...desk.loop.sent], entries: await desk.entries() };
  second.kill();
  await second.ended;
  await desk.stop();
  return { step, ...outcome };
}

const inOrder = (sent: readonly Asked[], place: string) =>
  sent
    .filter((asked) => asked.place === place)
    .map(({ text }) => TEXTS.findIndex((text_) => `${place}-${text_}` === text));

describe("a runner that is killed while it sends", () => {
  const STEPS = [1, 3, 4, 5, 6, 7, 8, 9, 11, 12, 14, 16];

  it("loses no message and repeats none, except those shown as ambiguous", { timeout: 400_000 }, async () => {
    for (const half of [STEPS.slice(0, 6), STEPS.slice(6)]) {
      for (const { step, sent, entries } of await Promise.all(half.map((step) => crash({}, step)))) {
        const texts = sent.map(({ text }) => text);
        expect(new Set(texts).size, `twice at step ${step}`).toBe(texts.length);
        const dead = entries.filter(({ status }: { status: string }) => status === "dead");
        for (const { lastError } of dead) expect(lastError).toMatch(/^ambiguous: /);
        expect(texts.length + dead.length, `missing at step ${step}`).toBeGreaterThanOrEqual(2 * TEXTS.length);
        expect(dead.length).toBeLessThanOrEqual(2);
        for (const place of ["a", "b"]) {
          const order = inOrder(sent, place);
          expect(order).toEqual(order.toSorted());
        }
      }
    }
  });

  it("shows a message as ambiguous that the platform has just accepted", async () => {
    const desk = await openDesk({});
    const first = desk.carry();
    desk.loop.answer(async () => {
      first.kill();
      await first.ended;
      return { received: true };
    });
    await first.ended;
    desk.loop.answer(() => ({}));
    const second = desk.carry();
    await desk.settled();
    second.kill();
    await second.ended;
    const texts = desk.loop.texts();
    expect(new Set(texts).size).toBe(texts.length);
    const dead = (await desk.entries()).filter(({ status }: { status: string }) => status === "dead");
    expect(dead.length).toBeGreaterThan(0);
    // An entry of the other place may have been recorded but not sent yet.
    expect(texts.length + dead.length).toBeGreaterThanOrEqual(2 * TEXTS.length);
    for (const { lastError } of dead) expect(lastError).toMatch(/^ambiguous: /);
    await desk.stop();
  });

  it("sends again with the same key if the platform supports idempotency keys", async () => {
    for (const { step, sent, entries } of await Promise.all(
      [5, 6, 7, 8].map((step) => crash({ idempotent: true }, step)),
    )) {
      for (const { status } of entries) expect(status).toBe("done");
      const byKey = new Map(sent.map(({ key, text }) => [key, text]));
      expect([...byKey.values()].toSorted(), `at step ${step}`).toEqual(
        ["a", "b"].flatMap((place) => TEXTS.map((text) => `${place}-${text}`)).toSorted(),
      );
    }
  });

  it("looks up the outcome if the platform supports it, so that nothing is ambiguous", async () => {
    const outcomes = await Promise.all(
      [5, 6, 7, 8].map(async (step) => {
        const desk = await openDesk({ confirms: true });
        const known = new Map<string, string>();
        desk.loop.answer(({ what, key = "" }, count) => {
          if (what === "confirm") return known.has(key) ? { sent: true, id: known.get(key) } : { sent: false };
          known.set(key, `out-${count}`);
          return {};
        });
        await desk.carry(step).ended;
        const second = desk.carry();
        await desk.settled();
        second.kill();
        await second.ended;
        const entries = await desk.entries();
        await desk.stop();
        return { texts: desk.loop.texts(), entries };
      }),
    );
    for (const { texts, entries } of outcomes) {
      expect(new Set(texts).size).toBe(texts.length);
      expect(texts).toHaveLength(2 * TEXTS.length);
      for (const { status } of entries) expect(status).toBe("done");
    }
  });
});
