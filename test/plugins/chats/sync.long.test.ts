import { describe, expect, it } from "vitest";
import { open } from "./sync.ts";

describe("chats on linked gateways", () => {
  it("are received by the ten thousand, and listed in portions", async () => {
    const { a } = await open();
    const chat = { kind: "dm", tags: [], createdAt: 1, updatedAt: 1 };
    const ids = Array.from({ length: 200 }, (_, n) => `chat_${n.toString(16).padStart(24, "0")}`);
    const message = { actorId: "ann", text: "x", createdAt: 1, updatedAt: 1, revision: 1 };
    await a.transact(async (ctx) => {
      for (const id of ids) await a.domain.apply(ctx, ["chat", id], chat);
    });
    for (let n = 0; n < 50; n++)
      await a.transact(async (ctx) => {
        for (const id of ids) await a.domain.apply(ctx, ["message", id, `m${n}`], message);
      });
    let [count, after]: [number, string | undefined] = [0, undefined];
    do {
      const portion = { limit: 1_000, ...(after !== undefined && { after }) };
      const { names, next } = await a.domain.list(a.store, "message", portion);
      expect(names.length).toBeLessThanOrEqual(1_000);
      count += names.length;
      after = next;
    } while (after !== undefined);
    expect(count).toBe(10_000);
    expect((await a.post("chats.show", { chatId: ids[7] })).chat.messageCount).toBe(50);
  });
});
