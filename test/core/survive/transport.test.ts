import memory from "@postern/storage-memory";
import { describe, expect, it } from "vitest";
import { createGate } from "../../run/gate.ts";
import { open } from "../listen/wire.ts";
import { type Fixture, messageOf, post, served } from "./served.ts";

describe("a message of a million emoji, escaped as twelve megabytes", () => {
  it("cannot have one more emoji, and then leaves nothing", async () => {
    const fixture = await served();
    const body = messageOf(fixture.chatId, "more", "\\ud83d\\ude00".repeat(1_000_001));
    const { status, bytes } = await post(fixture, "chats/messages/create", body);
    expect([status, JSON.parse(bytes.toString()).code]).toEqual([400, "gateway.invalid_input"]);
    expect((await fixture.admin.post("chats.messages.list", { chatId: fixture.chatId })).body.total).toBe(0);
  });
});

describe("a body that is expensive to parse", () => {
  it.each(["__proto__", "constructor", "prototype"])("cannot name %s, even in a free-form field", async (name) => {
    const { admin, chatId } = await served();
    const ingest = (member: string) =>
      admin.post(
        "chats.messages.ingest",
        `{"chatId":"${chatId}","actorId":"ann","clientMessageId":"m","content":"hi","rawProvenance":{"deep":[{"${member}":{"polluted":1}}]}}`,
      );
    expect((await ingest(name)).body.code).toBe("gateway.invalid_json");
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect((await admin.post("chats.messages.list", { chatId })).body.total).toBe(0);
    // With another name the same body is accepted, so it was the name that was refused.
    expect((await ingest("plain")).status).toBe(200);
  });
});

describe("a client that disconnects during its request", () => {
  const head = ({ door, admin }: Fixture, length: number) =>
    `POST /api/v1/chats/messages/create HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\nAuthorization: Bearer ${admin.key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const again = async (fixture: Fixture) =>
    (
      await fixture.admin.post("chats.messages.create", {
        chatId: fixture.chatId,
        actorId: "ann",
        clientMessageId: "gone",
        content: "hi",
      })
    ).body.disposition;

  it("finds its message if writing it had started", async () => {
    const storage = memory();
    const [begun, goOn] = [createGate(), createGate()];
    let holds = false;
    const fixture = await served({
      ...storage,
      async commit(batches) {
        if (holds) {
          begun.open();
          await goOn.opened;
        }
        return storage.commit(batches);
      },
    });
    holds = true;
    const body = messageOf(fixture.chatId, "gone", "hi").toString();
    const client = open(fixture.door.port, head(fixture, body.length) + body);
    await begun.opened;
    client.socket.destroy();
    await client.closed();
    holds = false;
    goOn.open();
    expect(await again(fixture)).toBe("duplicate");
    expect((await fixture.admin.post("chats.messages.list", { chatId: fixture.chatId })).body.total).toBe(1);
  });

  it("finds nothing if its body was incomplete", async () => {
    const fixture = await served();
    const body = messageOf(fixture.chatId, "gone", "hi").toString();
    const client = open(fixture.door.port, head(fixture, body.length) + body.slice(0, -1));
    await client.connected;
    client.socket.end();
    await client.closed();
    expect((await fixture.admin.post("chats.messages.list", { chatId: fixture.chatId })).body.total).toBe(0);
    expect(await again(fixture)).toBe("created");
  });
});
