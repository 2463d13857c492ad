import { request } from "node:http";
import chats from "@postern/chats";
import { type Listening, listen } from "@postern/core/listen";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { afterEach, describe, expect, it } from "vitest";
import { moment, open } from "../listen/wire.ts";
import { longestPause } from "./pause.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function served(storage = memory()) {
  const house = await testGateway({ plugins: [chats()], storage });
  const door: Listening = await listen(house.gateway, { port: 0 });
  ends.push(house.stop, () => door.close({ grace: 0 }));
  const chatId: string = (await house.admin.post("chats.create")).body.chat.id;
  return { ...house, door, chatId };
}
type House = Awaited<ReturnType<typeof served>>;

/** Posts these bytes over a socket and answers bytes: what a client makes of them is not the gateway's time. */
function post({ door, admin }: House, path: string, body: Buffer): Promise<{ status: number; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${admin.key}`,
      "content-type": "application/json",
      "content-length": body.length,
    };
    const call = request({ port: door.port, path: `/api/v1/${path}`, method: "POST", headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, bytes: Buffer.concat(parts) }));
    });
    call.on("error", reject);
    call.end(body);
  });
}
const messageOf = (chatId: string, clientMessageId: string, content: string) =>
  Buffer.from(`{"chatId":"${chatId}","actorId":"ann","clientMessageId":"${clientMessageId}","content":"${content}"}`);

describe("a message of a million emoji, escaped as twelve megabytes", () => {
  it("comes back as it was sent, and lets others have their turn while it is read", async () => {
    const house = await served();
    let sent = 0;
    let last = Buffer.alloc(0);
    const pause = await longestPause(async () => {
      const body = messageOf(house.chatId, `big${++sent}`, "\\ud83d\\ude00".repeat(1_000_000));
      const { status, bytes } = await post(house, "chats/messages/create", body);
      expect(status).toBe(200);
      last = Buffer.from(bytes);
    });
    expect(JSON.parse(last.toString()).message.content.text === "😀".repeat(1_000_000)).toBe(true);
    expect(pause).toBeLessThan(200);
  });

  it("may hold no emoji more, and leaves nothing behind when it does", async () => {
    const house = await served();
    const body = messageOf(house.chatId, "more", "\\ud83d\\ude00".repeat(1_000_001));
    const { status, bytes } = await post(house, "chats/messages/create", body);
    expect([status, JSON.parse(bytes.toString()).code]).toEqual([400, "gateway.invalid_input"]);
    expect((await house.admin.post("chats.messages.list", { chatId: house.chatId })).body.total).toBe(0);
  });
});

describe("a body that is made to be hard to read", () => {
  it.each([
    ["a million items", `{"content":[${"1,".repeat(999_999)}1]}`],
    ["a million members", `{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":1`).join(",")}}`],
    ["a million items in a million words", `{"content":[${'"a",'.repeat(999_999)}"a"]}`],
  ])("is refused within a second, for all others without a wait: %s", async (_name, text) => {
    const house = await served();
    const body = Buffer.from(text);
    const pause = await longestPause(async () => {
      const { status } = await post(house, "chats/messages/create", body);
      expect([400, 413]).toContain(status);
    });
    expect(pause).toBeLessThan(200);
  });

  it.each(["__proto__", "constructor", "prototype"])("may not name %s, in no free-form field either", async (name) => {
    const { admin, chatId } = await served();
    const ingest = (member: string) =>
      admin.post(
        "chats.messages.ingest",
        `{"chatId":"${chatId}","actorId":"ann","clientMessageId":"m","content":"hi","rawProvenance":{"deep":[{"${member}":{"polluted":1}}]}}`,
      );
    expect((await ingest(name)).body.code).toBe("gateway.invalid_json");
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect((await admin.post("chats.messages.list", { chatId })).body.total).toBe(0);
    // Under a plain name the same is taken: it was the name that was refused.
    expect((await ingest("plain")).status).toBe(200);
  });
});

describe("a client that goes in the middle of its request", () => {
  const head = ({ door, admin }: House, length: number) =>
    `POST /api/v1/chats/messages/create HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\nAuthorization: Bearer ${admin.key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const again = async (house: House) =>
    (
      await house.admin.post("chats.messages.create", {
        chatId: house.chatId,
        actorId: "ann",
        clientMessageId: "gone",
        content: "hi",
      })
    ).body.disposition;

  it("finds its message when it had begun to be written", async () => {
    const storage = memory();
    const [begun, goOn] = [moment(), moment()];
    let holds = false;
    const house = await served({
      ...storage,
      async commit(batches) {
        if (holds) {
          begun.come();
          await goOn.came;
        }
        return storage.commit(batches);
      },
    });
    holds = true;
    const body = messageOf(house.chatId, "gone", "hi").toString();
    const client = open(house.door.port, head(house, body.length) + body);
    await begun.came;
    client.socket.destroy();
    await client.closed();
    holds = false;
    goOn.come();
    expect(await again(house)).toBe("duplicate");
    expect((await house.admin.post("chats.messages.list", { chatId: house.chatId })).body.total).toBe(1);
  });

  it("finds nothing when its body was not whole", async () => {
    const house = await served();
    const body = messageOf(house.chatId, "gone", "hi").toString();
    const client = open(house.door.port, head(house, body.length) + body.slice(0, -1));
    await client.connected;
    client.socket.end();
    await client.closed();
    expect((await house.admin.post("chats.messages.list", { chatId: house.chatId })).body.total).toBe(0);
    expect(await again(house)).toBe("created");
  });
});
