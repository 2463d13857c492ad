import approvals from "@postern/approvals";
import channels from "@postern/channels";
import type { Inbound } from "@postern/channels/services";
import chats from "@postern/chats";
import context from "@postern/context";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { notesPlugin } from "../../core/fixtures/notes.ts";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { kindsPlugin } from "../channels/environment.ts";
import { loopKind } from "../channels/loop/kind.mjs";
import { message, startLoop } from "../channels/loop/server.ts";
import { codeFor, openOnIrc } from "./chat-fixture.ts";
import { approve, proposed } from "./fixture.ts";

const UNKNOWN = /:There is no approval with this code here\.$/;

describe.skipIf(!has("ngircd"))("a reply (needs ngircd)", () => {
  it("counts only from the bound sender", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound("ann", desk.approver, "#desk");
    const bob = await desk.join("bob");
    const one = await proposed(desk.agent);
    const code = await codeFor(ann);
    bob.say("#desk", `approve ${code}`);
    await until(async () => expect((await desk.texts(ann.chatId)).at(-1)).toBe(`irc~bob: approve ${code}`));
    ann.reply("approve 000000");
    await ann.hears(UNKNOWN);
    expect(await desk.status(one.approvalId)).toBe("pending");
    ann.reply(`approve ${code}`);
    await ann.hears(/:Executed: /);
  });

  it("counts only in the bound chat", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound("ann");
    const one = await proposed(desk.agent);
    const code = await codeFor(ann);
    ann.say("#desk", `approve ${code}`);
    const room = await desk.chatOf("#desk");
    await until(async () => expect(await desk.texts(room)).toEqual([`irc~ann: approve ${code}`]));
    ann.reply("approve 000000");
    await ann.hears(UNKNOWN);
    expect([await desk.status(one.approvalId), await desk.texts(room)]).toEqual([
      "pending",
      [`irc~ann: approve ${code}`],
    ]);
  });

  it("is one of two sentences: nothing else decides or is answered", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound();
    const one = await proposed(desk.agent);
    const code = await codeFor(ann);
    const texts = [
      `yes ${code}`,
      `approve ${code} please`,
      `approve ${code}.`,
      `please approve ${code}`,
      `approve`,
      code,
      `approve${code}`,
      `> approve ${code}`,
      `approve ${code.slice(0, 5)}`,
      `deny me ${code}`,
    ];
    for (const text of texts) ann.reply(text);
    ann.reply("approve 000000");
    await ann.hears(UNKNOWN);
    expect(await desk.status(one.approvalId)).toBe("pending");
    const said = await desk.texts(ann.chatId);
    expect(said.filter((text) => text.startsWith("irc~ann: "))).toHaveLength(texts.length + 3);
    expect(said.filter((text) => text.startsWith("approvals: "))).toHaveLength(3);
    expect((await desk.identity(ann.id)).pausedUntil).toBeUndefined();
  });

  it("cannot be forged by a key with any rights", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound();
    const one = await proposed(desk.agent);
    const code = await codeFor(ann);
    const forged = { chatId: ann.chatId, actorId: "irc~ann", content: `approve ${code}` };
    await desk.post("chats.messages.create", { ...forged, clientMessageId: "f1" });
    const raw = { rawSenderId: "ann", rawChatId: "ann", providerMessageId: "f2", messageType: "text" };
    await desk.post("chats.messages.ingest", { ...forged, ...raw, clientMessageId: "f2" });
    await desk.post("channels.messages.receive", {
      adapter: "irc",
      type: "message",
      id: "f3",
      place: { id: "ann", kind: "dm" },
      sender: { id: "ann", name: "ann" },
      text: `approve ${code}`,
    });
    const { messageId } = await desk.post("chats.messages.create", {
      ...forged,
      content: "hello",
      clientMessageId: "f4",
    });
    await desk.post("chats.messages.update", { messageId, content: `approve ${code}` });
    const texts = await desk.texts(ann.chatId);
    expect(texts.filter((text) => text === `irc~ann: approve ${code}`)).toHaveLength(4);
    ann.reply("approve 000000");
    await ann.hears(UNKNOWN);
    expect(await desk.status(one.approvalId)).toBe("pending");
    ann.reply(`approve ${code}`);
    await ann.hears(/:Executed: /);
  });
});

describe.skipIf(!has("ngircd"))("a requester that can write in the chat (needs ngircd)", () => {
  it.each([
    ["with a right to all chats", ["propose:notes:write", "chats:write"]],
    ["with a right to one operation", ["propose:notes:write", "chats.messages.update"]],
    ["through the adapter", ["propose:notes:write", "channels:write@irc"]],
    ["with a right to answer turns of agents", ["propose:notes:write", "agents:turns"]],
  ])("%s is not announced there, and is decided elsewhere", async (_how, scopes) => {
    const desk = await openOnIrc();
    const ann = await desk.bound();
    const writer = await desk.client(scopes, "writer");
    const hidden = await proposed(writer);
    await desk.announced(hidden.approvalId);
    // Another key of the same agent neither: one key proposes, the other writes.
    const other = await proposed(desk.agent, "notes.add", { text: "water" });
    await desk.announced(other.approvalId);
    await proposed(await desk.client(["propose:notes:write"], "reader"), "notes.add", { text: "milk" });
    await codeFor(ann);
    expect((await desk.texts(ann.chatId)).filter((text) => text.includes("asks for approval"))).toHaveLength(1);
    expect((await approve(desk.approver, hidden)).body.approval.status).toBe("executed");
  });

  it("is announced to a chat that its right does not reach", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound();
    const { chat } = await desk.post("chats.create", {});
    const rights = [
      "propose:notes:write",
      `chats:write@${chat.id}`,
      "chats:read",
      "chats.lists.create",
      "channels.stop",
    ];
    await proposed(await desk.client(rights, "writer"));
    ann.reply(`approve ${await codeFor(ann)}`);
    await ann.hears(/:Executed: /);
  });

  it("since a policy allows it, is refused with the reason", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound();
    const one = await proposed(desk.agent);
    const code = await codeFor(ann);
    const match = { operations: ["chats.messages.*"], agents: ["writer"] };
    const { policy } = await desk.post("approvals.policies.create", { name: "Chat", match, action: "allow" });
    for (const reply of [`approve ${code}`, `deny ${code} no`]) {
      ann.reply(reply);
      await ann.hears(
        new RegExp(
          `:Not decided here: The requester can write in this chat\\. Decide it elsewhere: postern approvals show ${one.approvalId}$`,
        ),
      );
    }
    expect(await desk.status(one.approvalId)).toBe("pending");
    await desk.post("approvals.policies.update", {
      id: policy.id,
      match: { ...match, resources: ["chat_0123456789abcdef01234567"] },
    });
    ann.reply(`approve ${code}`);
    await ann.hears(/:Executed: /);
  });
});

describe("the sender on a platform that knows accounts", () => {
  it("is a different sender without the account, or through another adapter", async () => {
    const plugins = [context(), chats(), channels({ role: "runner" }), kindsPlugin([loopKind()])];
    const test = await testGateway({ plugins: [...plugins, approvals(), notesPlugin()], storage: memory() });
    onTestFinished(test.stop);
    const post = async (id: string, body: object = {}, client = test.admin) => {
      const { status, body: answer } = await client.post(id, body);
      expect([id, status, answer.detail]).toEqual([id, 200, undefined]);
      return answer;
    };
    const loop = await startLoop();
    const other = await startLoop();
    for (const [id, { port }] of [["loop", loop] as const, ["other", other] as const]) {
      await post("channels.adapters.create", { id, kind: "loop", config: { port } });
      await until(async () => expect((await post("channels.adapters.show", { id })).adapter.status).toBe("connected"));
    }
    const account = { provenance: { account: "ann" } };
    const said = (text: string, more: Partial<Inbound> = account) => message(text, more as object);
    const { chatId = "" } = await loop.deliver(said("hello"));
    const approver = await test.client(["approvals:decide"]);
    const { identity, code: offer } = await post("approvals.identities.bind", { chatId }, approver);
    await loop.deliver(said(offer));
    const shown = async () => (await post("approvals.identities.show", { id: identity.id }, approver)).identity;
    await until(async () => expect((await shown()).status).toBe("answered"));
    expect((await shown()).sender).toEqual({ actorId: "loop~ann", rawSenderId: "ann", account: "ann" });
    await post("approvals.identities.confirm", { id: identity.id }, approver);
    const one = await proposed(await test.client(["propose:notes:write"], "writer"));
    const texts = async (): Promise<string[]> =>
      (await post("chats.messages.list", { chatId })).messages.map(
        ({ content }: { content: { text: string } }) => content.text,
      );
    const code = await until(async () => {
      const [, found] = /approve (\d{6})/.exec((await texts()).join("\n")) ?? [];
      expect(found).toBeDefined();
      return found as string;
    });
    await loop.deliver(said(`approve ${code}`, {}));
    await loop.deliver(said(`approve ${code}`, { provenance: { account: "eve" } }));
    await other.deliver(said(`approve ${code}`));
    const mistyped = said("approve");
    await loop.deliver(mistyped);
    await loop.deliver({ ...mistyped, type: "edit", id: "edit-1", of: mistyped.id, text: `approve ${code}` });
    await loop.deliver(said("approve 000000"));
    await until(async () => expect((await texts()).join()).toContain("There is no approval with this code here."));
    const status = async () => (await post("approvals.show", { id: one.approvalId })).approval.status;
    expect(await status()).toBe("pending");
    await loop.deliver(said(`approve ${code}`));
    await until(async () => expect(await status()).toBe("executed"));
  });
});
