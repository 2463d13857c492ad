import channels from "@postern/channels";
import chats from "@postern/chats";
import type { Plugin } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { outbox } from "../../../plugins/channels/src/outbox/outbox.ts";
import { until } from "../../run/until.ts";
import { kindsPlugin } from "./environment.ts";
import { loopKind } from "./loop/kind.mjs";
import { startLoop } from "./loop/server.ts";

interface Entry {
  readonly messageId: string;
  readonly status: string;
  readonly lastError?: string;
  readonly lastAttempt: { readonly outcome: string };
}

/** A gateway with several outbox workers, and one chat in each of several places. */
async function openOffice({ workers = 1, places = 1 } = {}) {
  const plugin = channels({ role: "runner" });
  const crowded: Plugin = {
    ...plugin,
    async start(host) {
      const stops = [await plugin.start?.(host)];
      for (let more = 1; more < workers; more++) stops.push(outbox.start(host));
      return () => Promise.all(stops.map((stop) => stop?.()));
    },
  };
  const env = await testGateway({ plugins: [chats(), crowded, kindsPlugin([loopKind()])] });
  const loop = await startLoop();
  onTestFinished(() => env.stop());
  const post = async (id: string, body: object) => {
    const reply = await env.admin.post(id, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  await post("channels.adapters.create", { id: "loop", kind: "loop", config: { port: loop.port } });
  await until(() => expect(loop.hellos).toHaveLength(1));
  const chatIds: string[] = [];
  for (let n = 0; n < places; n++)
    chatIds.push((await post("channels.places.open", { adapter: "loop", place: `p${n}` })).place.chatId);
  let written = 0;
  return {
    ...env,
    loop,
    post,
    chatIds,
    say: async (chatId: string, content: string): Promise<string> =>
      (await post("chats.messages.create", { chatId, content, actorId: "main", clientMessageId: `w${++written}` }))
        .messageId,
    entries: async (): Promise<Entry[]> => (await post("channels.outbox.list", { limit: "500" })).outbox,
  };
}

it("several workers send each message once and keep the order of each place", async () => {
  const office = await openOffice({ workers: 4, places: 5 });
  const texts = Array.from({ length: 40 }, (_, at) => `${at}`);
  for (const text of texts) await Promise.all(office.chatIds.map((chatId) => office.say(chatId, text)));
  await office.loop.got(200);
  const total = async () => (await office.post("channels.outbox.list", { status: "done" })).total;
  await until(async () => expect(await total()).toBe(200));
  // Workers finish what they have begun before they stop.
  await office.stop();
  for (let n = 0; n < 5; n++)
    expect(office.loop.sent.filter(({ place }) => place === `p${n}`).map(({ text }) => text)).toEqual(texts);
});

describe("random platform failures", () => {
  /** The outcome of an attempt: whether the platform has the message, and what it answers. */
  const FATES = {
    received: { has: true, answer: {} },
    busy: { has: false, answer: { error: "busy", word: "not-sent" } },
    later: { has: false, answer: { error: "later", word: "not-sent", retryIn: 50 } },
    refused: { has: false, answer: { error: "never", word: "refused" } },
    lost: { has: false, answer: { error: "no answer" } },
    lostAfter: { has: true, answer: { error: "no answer" } },
  } as const;
  type Fate = keyof typeof FATES;

  it("repeat no message, lose none silently, and keep the order", async () => {
    const office = await openOffice();
    const [chatId] = office.chatIds as [string];
    const fate = fc.constantFrom(...(Object.keys(FATES) as Fate[]));
    const plans = fc.array(fc.array(fate, { maxLength: 3 }), { minLength: 1, maxLength: 4 });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(plans, async (fates) => {
        const run = ++runs;
        const had: string[] = [];
        const left = new Map(fates.map((each, at) => [`${run}.${at}`, [...each]]));
        office.loop.answer(({ text = "" }) => {
          const { has, answer } = FATES[left.get(text)?.shift() ?? "received"];
          if (has) had.push(text);
          return answer;
        });
        const ids = new Map<string, string>();
        for (const text of left.keys()) ids.set(await office.say(chatId, text), text);
        const mine = async () => (await office.entries()).filter(({ messageId }) => ids.has(messageId));
        await until(async () => {
          const all = await mine();
          expect(all).toHaveLength(ids.size);
          const isOver = all.every(({ status }) => /done|dead/.test(status));
          // Not during an attempt, whose lease would expire. What is due may wait for a pause after many failures.
          if (!isOver && all.every(({ status }) => status !== "running")) await office.advance(20_000);
          expect(isOver).toBe(true);
        });
        expect(new Set(had).size).toBe(had.length);
        expect(had).toEqual([...left.keys()].filter((text) => had.includes(text)));
        for (const { messageId, status, lastError, lastAttempt } of await mine()) {
          const text = ids.get(messageId) as string;
          if (status === "done") expect(had).toContain(text);
          else if (lastAttempt.outcome === "ambiguous") expect(lastError).toMatch(/^ambiguous: /);
          else expect([lastError, had.includes(text)]).toEqual(["never", false]);
        }
      }),
      { numRuns: 15 },
    );
  });
});
