import { describe, expect, it } from "vitest";
import { createFilterLanguage } from "../../plugins/rules/src/filter/language.ts";
import { indexOf } from "../../plugins/rules/src/match/rule-index.ts";
import { openGateway } from "../plugins/rules/gateway.ts";
import { until } from "../run/until.ts";
import { longestPause } from "./pause.ts";

const RULES = 1_000;
const EVENTS = 2_000;
const MATCHES = 10;

/** A gateway with a thousand rules, each for another title. */
async function withRules() {
  const fixture = await openGateway();
  const { gateway, admin } = fixture;
  const caller = await gateway.keys.callerOf(admin.contextId);
  for (let n = 0; n < RULES; n++) {
    const filter = `event.data.chat.title == "chat ${n}" && event.actor != ""`;
    const on = { types: [n % 2 ? "chats.chat.created" : "chats.chat.*"], filter };
    const action = { operation: "tasks.create", input: { title: "{{event.data.chat.title}}" } };
    await gateway.call("rules.create", { name: `rule ${n}`, on, action }, { caller } as never);
  }
  return fixture;
}

describe("a thousand rules", () => {
  it("let others run while two thousand events are compared with each of them", async () => {
    const { gateway, titles } = await withRules();
    let made = 0;
    const began = performance.now();
    const pause = await longestPause(50, async () => {
      const before = (await titles()).length;
      for (let n = 0; n < EVENTS; n++) {
        const isMatch = n % (EVENTS / MATCHES) === 0;
        await gateway.call("chats.create", { title: isMatch ? `chat ${made++}` : `other ${n}` });
      }
      await until(async () => expect((await titles()).length).toBe(before + MATCHES));
    });
    console.log(
      `${RULES} rules, ${EVENTS} events: longest pause ${pause.toFixed(1)} ms, in all ${Math.round(performance.now() - began)} ms`,
    );
    expect(pause).toBeLessThan(50);
  });

  it("that all match an event are run in portions", async () => {
    const { gateway, admin, post, titles } = await openGateway();
    const caller = await gateway.keys.callerOf(admin.contextId);
    for (let n = 0; n < RULES; n++) {
      const action = { operation: "tasks.create", input: { title: "{{rule.name}}" } };
      await gateway.call("rules.create", { name: `rule ${n}`, on: { types: ["chats.chat.created"] }, action }, {
        caller,
      } as never);
    }
    let round = 0;
    const pause = await longestPause(100, async () => {
      round++;
      await gateway.call("chats.create", { title: "Tea" });
      await until(async () =>
        expect((await post("rules.runs.list", { status: "done", limit: 1 })).total).toBe(RULES * round),
      );
    });
    console.log(`${RULES} runs after one event: longest pause ${pause.toFixed(1)} ms`);
    expect(pause).toBeLessThan(100);
    expect((await titles()).length).toBe(500);
  });

  it("whose filters take as long as they can let others run", async () => {
    const { gateway, admin, show, rule, happen, handled } = await openGateway();
    const caller = await gateway.keys.callerOf(admin.contextId);
    const list = `[${Array.from({ length: 100 }, (_, n) => n).join()}]`;
    const filter = `${list}.all(a, ${list}.all(b, ${list}.all(c, event.data.chat.title != string(a + b + c))))`;
    const on = { types: ["chats.chat.created"], filter };
    const action = { operation: "tasks.create", input: { title: "x" } };
    for (let n = 0; n < 100; n++)
      await gateway.call("rules.create", { name: `slow ${n}`, on, action }, { caller } as never);
    const { id } = await rule({ on });
    const pause = await longestPause(50, async () => {
      await happen("Tea");
      await handled();
    });
    console.log(`101 slow filters: longest pause ${pause.toFixed(1)} ms`);
    expect(pause).toBeLessThan(50);
    expect(await show(id)).toMatchObject({ runs: 0, lastError: expect.stringContaining("more than 30000 steps") });
  });

  it("are found by type in a few microseconds", () => {
    const language = createFilterLanguage();
    const rule = (n: number) => ({
      ...{ id: `rule_${n}`, name: `${n}`, status: "enabled" as const, isProposal: false, since: 0 },
      ...{ contextId: "ctx_1", actionContextId: "ctx_2", createdAt: 0, updatedAt: 0, action: { operation: "x.y" } },
      on: { types: [`group${n % 100}.thing${n}.*`], filter: "event.data.n == 1" },
    });
    const index = indexOf(
      Array.from({ length: RULES }, (_, n) => rule(n)),
      1,
      language,
    );
    const began = performance.now();
    let found = 0;
    for (let n = 0; n < 10_000; n++) found += index.about(`group${n % 100}.thing${n % 1_500}.done`).length;
    const took = performance.now() - began;
    console.log(`10,000 lookups among ${RULES} rules: ${took.toFixed(1)} ms`);
    expect(found).toBe(7_000);
    expect(took).toBeLessThan(500);
  });
});
