import approvals from "@postern/approvals";
import chats from "@postern/chats";
import context from "@postern/context";
import { createClient, testGateway } from "@postern/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { codeFor, openOnIrc } from "./chat-fixture.ts";
import { proposed } from "./fixture.ts";

const MINUTE = 60_000;
const CODE = /^[ACDEFGHJKMNPQRTUVWXY34679]{8}$/;

describe.skipIf(!has("ngircd"))("an identity (needs ngircd)", () => {
  it("is confirmed on both sides: by the code in the chat, and by the key", async () => {
    const desk = await openOnIrc();
    const ann = await desk.join("ann");
    ann.say("postern", "hello");
    const chatId = await desk.chatOf("ann");
    const { identity, code } = await desk.post("approvals.identities.bind", { chatId, name: "Ann" }, desk.approver);
    expect(code).toMatch(CODE);
    expect(identity).toMatchObject({ status: "offered", chatId, channel: "irc", instanceId: "irc", name: "Ann" });
    const early = await desk.approver.post("approvals.identities.confirm", { id: identity.id });
    expect(early.body).toMatchObject({ code: "approvals.identity_not_answered", identityStatus: "offered" });
    ann.say("postern", ` ${code.toLowerCase()} `);
    await ann.hears(/:The code is right\. ann decides here as soon as it is confirmed: postern approvals identities/);
    const answered = await desk.identity(identity.id);
    expect(answered).toMatchObject({ status: "answered", sender: { actorId: "irc~ann", rawSenderId: "ann" } });
    await proposed(desk.agent);
    for (const other of [desk.admin, await desk.client(["approvals:decide"])])
      expect((await other.post("approvals.identities.confirm", { id: identity.id })).status).toBe(404);
    const { body } = await desk.approver.post("approvals.identities.confirm", { id: identity.id });
    expect(body.identity).toMatchObject({ status: "bound", sender: { actorId: "irc~ann" } });
    expect(body.identity.expiresAt).toBeUndefined();
    expect(desk.types().filter((type) => type.startsWith("approvals.identity."))).toEqual([
      "approvals.identity.offered",
      "approvals.identity.answered",
      "approvals.identity.bound",
    ]);
    const again = await desk.approver.post("approvals.identities.confirm", { id: identity.id });
    expect(again.body).toMatchObject({ code: "approvals.identity_not_answered", identityStatus: "bound" });
    const second = await proposed(desk.agent, "notes.add", { text: "milk" });
    ann.say("postern", `approve ${await codeFor(ann)}`);
    await until(async () => expect(await desk.status(second.approvalId)).toBe("executed"));
  });

  it("binds the first sender of the code, and a sender for one key only", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound("ann", desk.approver, "#desk");
    const bob = await desk.join("bob");
    const other = await desk.client(["approvals:decide"]);
    const { identity, code } = await desk.post("approvals.identities.bind", { chatId: ann.chatId }, other);
    ann.reply(code);
    await until(async () => expect((await desk.identity(identity.id, other)).status).toBe("answered"));
    bob.say("#desk", code);
    await until(async () => expect((await desk.texts(ann.chatId)).at(-1)).toBe(`irc~bob: ${code}`));
    const { body } = await other.post("approvals.identities.confirm", { id: identity.id });
    expect(body).toMatchObject({ code: "approvals.sender_taken", actorId: "irc~ann" });
    await desk.post("approvals.identities.remove", { id: ann.id, execute: true }, desk.approver);
    await desk.post("approvals.identities.confirm", { id: identity.id }, other);
    expect((await desk.identity(identity.id, other)).sender.actorId).toBe("irc~ann");
  });

  it("ends after five wrong codes, or after 15 minutes without an answer or confirmation", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound("ann");
    const bind = async () =>
      (await desk.post("approvals.identities.bind", { chatId: ann.chatId }, desk.approver)) as {
        identity: { id: string };
        code: string;
      };
    const removed = (id: string) =>
      desk.events
        .filter(({ type, subject }) => type === "approvals.identity.removed" && subject === id)
        .map(({ data }) => (data as { reason: string }).reason);
    const first = await bind();
    for (let tries = 0; tries < 5; tries++) ann.reply(`ACDEFGH${[3, 4, 6, 7, 9][tries]}`);
    await until(() => expect(removed(first.identity.id)).toEqual(["wrong_codes"]));
    ann.reply(first.code);
    const second = await bind();
    await desk.advance(15 * MINUTE);
    expect((await desk.approver.post("approvals.identities.show", { id: second.identity.id })).status).toBe(404);
    ann.reply(second.code);
    const third = await bind();
    ann.reply(third.code);
    await ann.hears(new RegExp(`postern approvals identities confirm ${third.identity.id}$`));
    await desk.advance(15 * MINUTE);
    expect((await desk.approver.post("approvals.identities.confirm", { id: third.identity.id })).status).toBe(404);
    await desk.advance(2 * MINUTE);
    await until(() => {
      expect(removed(second.identity.id)).toEqual(["expired"]);
      expect(removed(third.identity.id)).toEqual(["expired"]);
    });
    expect((await desk.post("approvals.identities.list")).identities).toMatchObject([{ id: ann.id, status: "bound" }]);
    expect((await desk.texts(ann.chatId)).filter((text) => text.includes("The code is right"))).toHaveLength(2);
  });
});

describe("an offer", () => {
  const opened = async () => {
    const test = await testGateway({ plugins: [context(), chats(), approvals()] });
    onTestFinished(test.stop);
    const approver = await test.client(["approvals:decide", "context:write"]);
    const chat = async (more: object) => (await test.admin.post("chats.create", more)).body.chat.id as string;
    const place = { channel: "irc", instanceId: "irc" };
    const bind = (chatId: string, client = approver, headers = {}) =>
      client.post("approvals.identities.bind", { chatId }, headers);
    return { ...test, approver, chat, place, bind };
  };

  it("needs chats, and says so without them", async () => {
    const test = await testGateway({ plugins: [approvals()] });
    onTestFinished(test.stop);
    const { status, body } = await test.admin.post("approvals.identities.bind", {
      chatId: "chat_0123456789abcdef01234567",
    });
    expect([status, body.code]).toEqual([409, "approvals.chats_missing"]);
  });

  it("is only about a chat on a platform that no agent answers", async () => {
    const { chat, place, bind } = await opened();
    const reason = async (chatId: string) => (await bind(chatId)).body.reason;
    expect(await reason("chat_0123456789abcdef01234567")).toBe("It does not exist.");
    expect(await reason(await chat({}))).toContain("It does not belong to a platform");
    expect(await reason(await chat({ ...place, agentId: "main" }))).toContain('The agent "main" answers there');
    expect((await bind(await chat(place))).status).toBe(200);
  });

  it("is made with the current key of a person only", async () => {
    const { chat, place, bind, client, gateway, approver } = await opened();
    const chatId = await chat(place);
    const agent = await client(["approvals:decide"], "reviewer");
    expect((await bind(chatId, agent)).body.message).toContain("belongs to an agent");
    const key = await gateway.keys.rotate(approver.contextId, 60_000);
    expect((await bind(chatId)).body.message).toContain("rotated");
    expect((await bind(chatId, createClient(gateway.fetch, key))).status).toBe(200);
    expect((await bind(chatId, await client(["approvals:write"]))).status).toBe(403);
    await expect(gateway.call("approvals.identities.bind", { chatId })).rejects.toThrow("ctx_local");
    const asked = await bind(chatId, await client(["propose:approvals:decide"]));
    expect(asked.body.code).toBe("approvals.not_proposable");
  });

  it("shows its code once, and to the caller only", async () => {
    const { chat, place, bind, gateway, admin } = await opened();
    const events: object[] = [];
    gateway.on("*" as never, (event: object) => void events.push(event));
    const once = { "idempotency-key": "one" };
    const first = await bind(await chat(place), undefined, once);
    const second = await bind(first.body.identity.chatId, undefined, once);
    expect([first.body.code, second.body.code]).toEqual([expect.stringMatching(CODE), undefined]);
    expect(second.body.identity).toEqual(first.body.identity);
    const { body } = await admin.post("approvals.identities.show", { id: first.body.identity.id });
    await until(() => expect(events.length).toBeGreaterThan(1));
    expect(JSON.stringify([body, events])).not.toContain(first.body.code);
  });

  it("is seen by its key, those above it and admins, who can remove it", async () => {
    const { chat, place, bind, client, admin, approver, gateway } = await opened();
    const { body } = await approver.post("context.derive", { label: "below", scopes: ["approvals:decide"] });
    const below = createClient(gateway.fetch, body.key);
    const { id } = (await bind(await chat(place), below)).body.identity;
    const other = await client(["approvals:decide"]);
    const listed = async (who: typeof admin) => (await who.post("approvals.identities.list")).body.total;
    expect(await Promise.all([below, approver, admin, other].map(listed))).toEqual([1, 1, 1, 0]);
    expect((await other.post("approvals.identities.remove", { id, execute: true })).status).toBe(404);
    expect((await approver.post("approvals.identities.remove", { id })).body.dryRun).toBe(true);
    expect((await approver.post("approvals.identities.remove", { id, execute: true })).body.removed).toBe(true);
    expect(await listed(below)).toBe(0);
  });

  it("is refused beyond fifty of a key", async () => {
    const { chat, place, bind, client } = await opened();
    const chatId = await chat(place);
    for (let count = 0; count < 50; count++) expect((await bind(chatId)).status).toBe(200);
    expect((await bind(chatId)).body).toMatchObject({ code: "approvals.too_many_identities", limit: 50 });
    expect((await bind(chatId, await client(["approvals:decide"]))).status).toBe(200);
  });
});
