import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chats from "@postern/chats";
import type { StoreDriver } from "@postern/core/storage";
import { testGateway } from "@postern/core/testing";
import lmdb from "@postern/storage-lmdb";
import memory from "@postern/storage-memory";
import fc from "fast-check";
import fs from "unstorage/drivers/fs";
import unstorageMemory from "unstorage/drivers/memory";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

/**
 * The answers to a sequence of operations. Commit numbers are replaced by their order, since they differ between
 * stores.
 */
async function transcript(storage: StoreDriver): Promise<string> {
  let ids = 0;
  let time = 1_800_000_000_000;
  const { admin, client, stop } = await testGateway({
    plugins: [chats()],
    storage,
    now: () => time,
    id: (prefix) => prefix + String(++ids).padStart(24, "0"),
  });
  const answers: unknown[] = [];
  const ask = async (id: string, input?: unknown, who = admin) => {
    time += 7;
    const { status, body } = await who.post(id, input);
    answers.push([id, status, body]);
    return body;
  };
  const reader = await client(["chats:read"], "main");
  for (const title of ["tea", "Ünïcødé 😀", "\u0000\u0001", "x".repeat(500)]) await ask("chats.create", { title });
  const { chat } = await ask("chats.create", { clientChatId: "Case", tags: ["a", "b"] });
  await ask("chats.create", { clientChatId: "case", tags: ["a"] });
  await ask("chats.create", { clientChatId: "Case", tags: ["a", "b"] });
  for (let n = 0; n < 12; n++) {
    const one = {
      chatId: chat.id,
      actorId: n % 3 ? "ann" : "bob",
      clientMessageId: `m${n % 10}`,
      content: `${n % 10}`,
    };
    await ask("chats.messages.create", one);
  }
  const { messages } = await ask("chats.messages.list", { chatId: chat.id, limit: "4" });
  await ask("chats.messages.update", { messageId: messages[0].id, content: "z".repeat(70_000) });
  await ask("chats.messages.delete", { messageId: messages[1].id });
  const { list } = await ask("chats.lists.create", { name: "all", mode: "static" });
  await ask("chats.lists.add", { list: list?.id ?? "all", chatId: chat.id });
  await ask("chats.lists.members", { list: list?.id ?? "all" });
  for (const offset of ["0", "2", "99"]) await ask("chats.list", { limit: "2", offset }, reader);
  await ask("chats.list", { limit: "0" });
  await ask("chats.create", {}, reader);
  await ask("chats.archive", { chatId: chat.id });
  await ask("chats.messages.create", { chatId: chat.id, actorId: "ann", clientMessageId: "late", content: "x" });
  await ask("chats.show", { chatId: chat.id });
  await stop();
  let text = JSON.stringify(answers).replaceAll("z".repeat(70_000), "long");
  const keys = new Set([...text.matchAll(/"sortKey":"([0-9a-f]{14})"/g)].map(([, key]) => key as string));
  for (const [rank, key] of [...keys].sort().entries()) text = text.replaceAll(key, `#${rank}`);
  return text.replaceAll(/"requestId":"[^"]*"/g, '"requestId":""');
}

function folder(): string {
  const base = mkdtempSync(join(tmpdir(), "postern-survive-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  return base;
}

describe("a sequence of operations", () => {
  it.each<[string, () => StoreDriver]>([
    ["lmdb", () => lmdb({ path: folder() }) as StoreDriver],
    ["unstorage's memory", () => unstorageMemory()],
    ["unstorage's fs", () => fs({ base: folder() })],
  ])("gets the same answers in %s as in memory", async (_name, make) => {
    const expected = await transcript(memory());
    expect(expected).toContain("duplicate");
    expect(JSON.parse(await transcript(make()))).toEqual(JSON.parse(expected));
  });
});

describe("pages", () => {
  let fixture: Awaited<ReturnType<typeof filled>>;
  async function filled() {
    const test = await testGateway({ plugins: [chats()] });
    for (let n = 0; n < 137; n++) await test.admin.post("chats.create", { tags: n % 3 ? ["some"] : ["other"] });
    return test;
  }
  beforeAll(async () => {
    fixture = await filled();
  });
  afterAll(() => fixture.stop());

  it.each([{}, { tag: "some" }, { kind: "dm" }])("of any size are the whole list together: %o", async (filter) => {
    const ask = async (more: object) => (await fixture.admin.post("chats.list", { ...filter, ...more })).body;
    const whole = await ask({ limit: "500" });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 200 }), async (limit, offset) => {
        const got: unknown[] = [];
        for (let next: number | undefined = offset; next !== undefined; ) {
          const page: typeof whole = await ask({ limit: `${limit}`, offset: `${next}` });
          expect([page.total, page.limit, page.offset]).toEqual([whole.total, limit, next]);
          expect(page.chats.length).toBeLessThanOrEqual(limit);
          got.push(...page.chats);
          next = page.nextOffset;
        }
        expect(got).toEqual(whole.chats.slice(offset));
      }),
      { numRuns: 25 },
    );
  });
});
