import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import chats, { messageCreated } from "@postern/chats";
import type { GatewayEvent } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import lmdb from "@postern/storage-lmdb";
import { describe, expect, it, onTestFinished } from "vitest";
import { folder } from "../storage-drivers/folder.ts";
import { type Child, start } from "../storage-drivers/processes/spawn.ts";
import { bellsPlugin } from "./fixtures/bells.ts";

const file = (name: string) => new URL(`./processes/${name}`, import.meta.url).href;

async function open(path: string) {
  const bells = bellsPlugin();
  const { gateway, stop } = await testGateway({ plugins: [chats(), bells.plugin()], storage: lmdb({ path }) });
  onTestFinished(stop);
  const { chat } = await gateway.call("chats.create", { title: "Talk" });
  return { gateway, chat, journal: bells.journal() };
}

const idOf = (event: GatewayEvent) => (event.data as { message: { id: string } }).message.id;
const acknowledged = (writer: Child) => writer.lines().map((line) => line.split(" ")[0] as string);

function ordered(ids: readonly string[]): boolean {
  const places = ids.map((id) => id.split(".").map(Number) as [number, number]);
  return places.every(([number, n], at) => {
    const [before, m] = places[at - 1] ?? [0, 0];
    return number > before || (number === before && n > m);
  });
}

describe("several gateways on one store", () => {
  it("receive each other's events in order, soon after they were acknowledged", async () => {
    const path = folder();
    const { gateway, chat } = await open(path);
    const heard = new Map<string, number>();
    const order: string[] = [];
    gateway.on(messageCreated, (event) => {
      heard.set(idOf(event), Date.now());
      order.push(event.id);
    });
    const writers = ["left", "right"].map((name) => start(file("talker.mjs"), path, chat.id, name, 50));
    for (let n = 0; n < 50; n++)
      await gateway.call("chats.messages.create", {
        chatId: chat.id,
        actorId: "here",
        clientMessageId: `here-${n}`,
        content: "tea",
      });
    expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual([0, 0]);
    await expect.poll(() => heard.size).toBe(350);
    expect(ordered(order)).toBe(true);
    const delays = writers
      .flatMap((writer) => writer.lines().map((line) => line.split(" ") as [string, string]))
      .map(([id, at]) => (heard.get(id) ?? Number.POSITIVE_INFINITY) - Number(at))
      .sort((left, right) => left - right);
    expect(delays[Math.floor(delays.length / 2)]).toBeLessThan(100);
  });

  it("killed repeatedly during writes, leave a journal that matches the store", async () => {
    const path = folder();
    const { gateway, chat, journal } = await open(path);
    const read: string[] = [];
    let cursor = await journal.end();
    async function readOn() {
      for (let more = true; more; ) {
        const passage = await journal.read({
          after: cursor,
          accept: ({ type }) => type === messageCreated.type,
          limit: 50,
        });
        read.push(...passage.events.map(idOf));
        ({ cursor, more } = passage);
      }
    }
    const known: string[] = [];
    for (let round = 0; round < 6; round++) {
      const writers = ["left", "right"].map((name) => start(file("talker.mjs"), path, chat.id, `${name}-${round}`));
      await Promise.all(writers.map((writer) => writer.waitForLines(5 + 20 * round)));
      await readOn();
      for (const writer of writers) writer.kill();
      await Promise.all(writers.map(({ ended }) => ended));
      known.push(...writers.flatMap(acknowledged));
      await readOn();
    }
    const stored: string[] = [];
    for (let offset = 0; ; offset += 500) {
      const page = await gateway.call("chats.messages.list", { chatId: chat.id, limit: "500", offset: String(offset) });
      stored.push(...page.messages.map(({ id }) => id as string));
      if (page.nextOffset === undefined) break;
    }
    expect(read.toSorted()).toEqual(stored.toSorted());
    expect(new Set(read).size).toBe(read.length);
    expect(known.filter((id) => !read.includes(id))).toEqual([]);
  });
});

describe("a queue", () => {
  const ENTRIES = 3;
  const LEASE = 600;

  it("handles each entry and event if workers are killed at every step, one at a time", async () => {
    let step = 1;
    for (let done = false; !done; step++) {
      const path = folder();
      const diary = join(path, "diary");
      appendFileSync(diary, "");
      const doomed = start(file("worker.mjs"), path, diary, ENTRIES, LEASE, step);
      done = (await doomed.ended) === 0;
      const heirs = done ? [] : ["one", "two"].map(() => start(file("worker.mjs"), path, diary, ENTRIES, LEASE));
      expect(await Promise.all(heirs.map(({ ended }) => ended))).toEqual(heirs.map(() => 0));
      for (const heir of done ? [doomed] : heirs) {
        const [, followed] = (heir.lines().at(-1) ?? "").split(" ");
        expect(followed, `step ${step}: events followed`).toBe(String(ENTRIES));
      }
      const entries = readFileSync(diary, "utf8")
        .split("\n")
        .slice(0, -1)
        .map((line) => line.split(" ") as [string, string, string, string]);
      for (let n = 0; n < ENTRIES; n++) {
        const own = entries.filter(([, id]) => id === String(n));
        expect(own.filter(([what]) => what === "end").length, `step ${step}, entry ${n}`).toBeGreaterThanOrEqual(1);
        const begins = own.filter(([what]) => what === "begin").map(([, , , at]) => Number(at));
        // The lease is taken before the work starts, so two starts are nearly a lease apart.
        const gaps = begins.slice(1).map((at, k) => at - (begins[k] as number));
        expect(
          gaps.filter((gap) => gap < LEASE - 200),
          `step ${step}, entry ${n}`,
        ).toEqual([]);
      }
    }
    expect(step).toBeGreaterThan(8);
  });
});

describe("external work with an idempotency key", () => {
  it("is unclear at once, and not repeated, if the process that did it was killed", async () => {
    const path = folder();
    const first = start(file("sender.mjs"), path);
    await first.waitForLines(1);
    const meanwhile = start(file("sender.mjs"), path);
    expect(await meanwhile.ended).toBe(0);
    expect(meanwhile.lines()).toEqual(["gateway.busy"]);
    first.kill();
    await first.ended;
    const after = start(file("sender.mjs"), path);
    expect(await after.ended).toBe(0);
    expect(after.lines()).toEqual(["gateway.outcome_unclear"]);
  });
});
