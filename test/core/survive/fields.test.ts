import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brief } from "../../run/titled.ts";

let fixture: Awaited<ReturnType<typeof start>>;
let chatId: string;
const start = () => testGateway({ plugins: [chats()] });
beforeAll(async () => {
  fixture = await start();
  chatId = (await fixture.admin.post("chats.create", { title: "tea" })).body.chat.id;
});
afterAll(() => fixture.stop());
const post = (id: string, body: unknown) => fixture.admin.post(id, body);

describe("a number or a number written as a string", () => {
  const texts = ["abc", "", " 5 ", "5.0", "0x10", "1e3", "+5", "٥", "5", "NaN", "-1", "005", "9".repeat(400), "1_0"];
  const sent: unknown[] = [...texts, 5, -1, 5.5, null, true, ["5"], {}];
  it.each([
    ["chats.list", "limit"],
    ["chats.list", "offset"],
    ["chats.messages.list", "limit"],
    ["chats.lists.list", "limit"],
  ])("is a whole number, in ASCII digits, or answered 400, in %s %s", async (id, field) => {
    const more = id === "chats.messages.list" ? { chatId } : {};
    for (const value of sent) {
      const { status, body } = await post(id, { ...more, [field]: value });
      const isFine = value === "5" || value === 5;
      expect([value, status, isFine ? undefined : body.issues[0].path]).toEqual(
        isFine ? [value, 200, undefined] : [value, 400, `/${field}`],
      );
    }
  });

  it("above its range is refused and not clamped", async () => {
    expect((await post("chats.list", { limit: "501" })).status).toBe(400);
    expect((await post("chats.list", { limit: "500" })).body.limit).toBe(500);
  });

  it("past the end of a list gives an empty page with the total", async () => {
    const { body } = await post("chats.list", { offset: "1000" });
    expect([body.chats, body.total, body.nextOffset]).toEqual([[], 1, undefined]);
  });
});

describe("an id with path traversal", () => {
  const ids = [
    "a\r\nX-Injected: 1",
    "a\u0000b",
    "../../etc/passwd",
    "%00",
    "%2e%2e%2f",
    " chat",
    "chat ",
    "сhat_0123456789abcdef01234567",
    "x".repeat(10_000),
    "\ud800",
    "__proto__",
    "",
  ];
  it.each(ids.map((id) => [brief(id), id] as const))("is not found: %s", async (_title, id) => {
    const calls: [string, object][] = [
      ["chats.show", { chatId: id }],
      ["chats.messages.list", { chatId: id }],
      ["chats.messages.show", { messageId: id }],
      ["chats.messages.create", { chatId, actorId: id, clientMessageId: "m", content: "x" }],
      ["chats.messages.create", { chatId, actorId: "ann", clientMessageId: id, content: "x" }],
      ["chats.lists.show", { list: id }],
    ];
    for (const [operation, input] of calls) {
      const { status, headers } = await post(operation, input);
      expect([operation, status === 400 || status === 404]).toEqual([operation, true]);
      expect(headers.get("x-injected")).toBeNull();
    }
    expect(fixture.logged.every(({ message }) => !/[\r\n]/.test(message))).toBe(true);
  });
});

it("times are Unix milliseconds everywhere", async () => {
  const { chat } = (await post("chats.create", { title: "now" })).body;
  const { message } = (
    await post("chats.messages.create", { chatId: chat.id, actorId: "ann", clientMessageId: "t", content: "x" })
  ).body;
  for (const at of [chat.createdAt, chat.updatedAt, message.createdAt, message.ingestedAt, message.updatedAt])
    expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);
});
