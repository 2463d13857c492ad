import audio from "@postern/audio";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import events from "@postern/events";
import { beforeAll, describe, expect, it } from "vitest";

let fixture: Awaited<ReturnType<typeof open>>;
const open = () => testGateway({ plugins: [audio({ engine: "flite" }), chats(), events()], background: false });
beforeAll(async () => {
  fixture = await open();
  return () => fixture.stop();
});

async function post(id: string, body: object = {}) {
  const reply = await fixture.admin.post(id, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}

describe("the topic of text-to-speech requests", () => {
  it("has the request at the top level of each event, and can be followed", async () => {
    const { request, topic } = await post("audio.tts", { text: "Hello", execute: true });
    expect(topic).toBe("svc.tts");
    const found = (await post("events.list", { topic })).events;
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ type: "audio.request.published", topic, subject: request.id, data: request });
    expect((await post("events.list", { topic: "svc.other" })).events).toEqual([]);
    const others = (await post("events.list", { type: "gateway.**" })).events;
    expect(others.length).toBeGreaterThan(0);
    for (const event of others) expect(event).not.toHaveProperty("topic");
  });

  it("contains the instance of the chat, or else the given alias", async () => {
    const chat = { channel: "irc", instanceId: "libera", kind: "thread" };
    const { id } = (await post("chats.create", chat)).chat;
    const { request } = await post("audio.tts", { text: "Hello", chat: id, account: "ada", execute: true });
    expect(request.target).toEqual({
      accountId: "ada",
      canonicalChatId: id,
      channel: "irc",
      chatId: id,
      instanceId: "libera",
      threadId: id,
    });
    const alone = await post("audio.tts", { text: "Hello", account: "libera", execute: true });
    expect(alone.request.target).toMatchObject({ accountId: "libera", instanceId: "libera", threadId: "" });
  });
});
