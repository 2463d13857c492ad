import { describe, expect, it } from "vitest";
import { openFixture } from "./fixture.ts";

const TEN_MINUTES = 600_000;

describe("the debounce time of an agent with pending messages", () => {
  it("can be shortened for a thousand chats", async () => {
    const fixture = await openFixture({ teller: true });
    await fixture.agent("main", TEN_MINUTES);
    const said = (n: number) => ({
      message: { id: `m${n}`, chatId: `c${n}`, actorId: "ann", agentId: "main", content: {} },
    });
    await fixture.tell(...Array.from({ length: 1_000 }, (_, n) => said(n)));
    await fixture.waits("main", { chats: 1_000 });
    await fixture.post("agents.debounce", { id: "main", ms: "1" });
    await fixture.sees(1_000);
    expect(new Set(fixture.turns.map(({ chatId }) => chatId)).size).toBe(1_000);
  });
});

describe("pending turns", () => {
  it("are discarded in batches of a thousand messages", async () => {
    const fixture = await openFixture({ teller: true });
    await fixture.agent("main", TEN_MINUTES);
    const said = (n: number) => ({
      message: { id: `m${n}`, chatId: `c${n % 3}`, actorId: "ann", agentId: "main", content: {} },
    });
    await fixture.tell(...Array.from({ length: 2_500 }, (_, n) => said(n)));
    await fixture.waits("main", { messages: 2_500 });
    const discard = () => fixture.post("agents.turns.discard", { id: "main", execute: true });
    expect([await discard(), await discard(), await discard()]).toEqual([
      { messages: 1_000, more: true },
      { messages: 1_000, more: true },
      { messages: 500, more: false },
    ]);
    await fixture.waits("main", { messages: 0, chats: 0 });
  });
});
