import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Config } from "../../../plugins/channels-xmpp/src/config.ts";
import { xmpp } from "../../../plugins/channels-xmpp/src/kind.ts";
import { has } from "../../run/programs.ts";
import { createContext, type Surroundings, until } from "../channels/context.ts";
import { openPlatformGateway } from "../channels/platform.ts";
import { relay } from "../channels/servers/programs.ts";
import { DOMAIN, ROOMS, startProsody } from "../channels/servers/prosody.ts";
import { xmppPerson } from "../channels/servers/xmpp-person.ts";

const texts = (messages: { content: { text?: string } }[]) => messages.map(({ content }) => content.text);
const ROOM = `help@${ROOMS}`;

async function started({ through = false, rooms = [ROOM] }: { through?: boolean; rooms?: string[] } = {}) {
  const server = await startProsody();
  onTestFinished(() => server.stop());
  for (const name of ["bot", "ada"]) server.register(name);
  const between = through ? await relay(server.port) : undefined;
  onTestFinished(() => between?.stop());
  const env = await openPlatformGateway();
  const service = `xmpp://127.0.0.1:${between?.port ?? server.port}`;
  await env.adapter("xmpp", { jid: `bot@${DOMAIN}`, service, plain: true, rooms, retryEvery: 1_000 }, "bot");
  await env.hasStatus("xmpp", { status: "connected" });
  return { server, env, between, ada: () => xmppPerson(server.port, "ada") };
}

describe.skipIf(!has("prosody"))("XMPP through a gateway (needs prosody installed)", () => {
  it("exchanges messages between a person and a chat, with later changes", async () => {
    const { env, ada: arrives } = await started();
    const ada = await arrives();
    await ada.enter(ROOM);
    await ada.say(ROOM, "Is the build green?");
    const chatId = await env.chat();
    expect((await env.chats())[0]).toMatchObject({ title: "help", kind: "room", channel: "xmpp" });
    const messageId = await env.say(chatId, "It is <green>");
    await ada.hears("It is <green>");
    await env.hasEntry(messageId, { status: "done" });
    await env.post("chats.messages.update", { messageId, content: "It was" });
    expect((await ada.hears("It was")).getChild("replace")).toBeDefined();
    await env.post("chats.messages.delete", { messageId });
    await until(() => ada.messages.some((message) => message.getChild("retract")));
    expect(texts(await env.messages(chatId))).toContain("Is the build green?");
    expect(await env.everything()).not.toContain('"bot"}');
  });

  it("shows that a message is being written", async () => {
    const { env, ada: arrives } = await started();
    const ada = await arrives();
    await ada.enter(ROOM);
    await ada.say(ROOM, "Is the build green?");
    const chatId = await env.chat();
    await env.post("chats.drafts.update", { chatId, actorId: "main", text: "It" });
    await until(() => ada.messages.some((message) => message.getChild("composing")));
    await env.say(chatId, "It is.");
    await ada.hears("It is.");
    expect(ada.messages.filter((message) => message.getChild("composing"))).toHaveLength(1);
  });

  it("has one chat per conversation for all spellings of its name", async () => {
    const { env, ada: arrives } = await started();
    const open = async (place: string) => (await env.post("channels.places.open", { adapter: "xmpp", place })).place;
    expect(await open(ROOM.toUpperCase())).toMatchObject({ place: ROOM, kind: "room", title: "help" });
    expect(await open(`${ROOM}/Ada`)).toMatchObject({ place: `${ROOM}/Ada`, kind: "dm", title: "Ada" });
    const { chatId } = await open(`ADA@${DOMAIN}/phone`);
    const ada = await arrives();
    await env.say(chatId, "a word with you");
    await ada.hears("a word with you");
    await ada.say(`bot@${DOMAIN}`, "yes?");
    await vi.waitFor(async () => expect(await env.messages(chatId)).toHaveLength(2), 15_000);
    const { status } = await env.admin.post("channels.places.open", { adapter: "xmpp", place: "nobody" });
    expect(status).toBe(400);
  });

  it("reads missed messages once when the server is back", async () => {
    const { env, server, ada: arrives } = await started({ rooms: [] });
    const before = await arrives();
    await before.say(`bot@${DOMAIN}`, "before");
    const chatId = await env.chat();
    await env.post("channels.adapters.disable", { id: "xmpp" });
    for (let i = 0; i < 30; i++) await before.say(`bot@${DOMAIN}`, `missed ${i}`);
    await before.heardOut();
    await server.kill();
    await env.post("channels.adapters.enable", { id: "xmpp" });
    await env.hasStatus("xmpp", { status: "reconnecting", reason: expect.stringMatching(/^Connection refused by/) });
    const messageId = await env.say(chatId, "while it was away");
    await server.start();
    const ada = await arrives();
    await env.hasStatus("xmpp", { status: "connected" });
    await env.hasEntry(messageId, { status: "done" });
    await ada.say(`bot@${DOMAIN}`, "after");
    const expected = ["before", ...Array.from({ length: 30 }, (_, i) => `missed ${i}`), "while it was away", "after"];
    await vi.waitFor(async () => expect(await env.messages(chatId)).toHaveLength(expected.length), 20_000);
    expect(texts(await env.messages(chatId)).sort()).toEqual(expected.sort());
  });

  it("sends a message once after an interruption, because the archive confirms the outcome", async () => {
    const { env, between, ada: arrives } = await started({ through: true, rooms: [] });
    const ada = await arrives();
    await ada.say(`bot@${DOMAIN}`, "hello");
    const chatId = await env.chat();
    between?.silence();
    const messageId = await env.say(chatId, "did you get this?");
    await env.hasEntry(messageId, { status: "running" });
    setTimeout(() => {
      between?.speak();
      between?.cut();
    }, 500);
    await ada.hears("did you get this?");
    await env.hasEntry(messageId, { status: "done" });
    expect(ada.heard(`bot@${DOMAIN}`)).toEqual(["did you get this?"]);
  });

  it("stops and restarts with its connection", async () => {
    const { env } = await started({ rooms: [] });
    await env.post("credentials.connections.disable", { connection: "xmpp" });
    await env.hasStatus("xmpp", { reason: expect.stringMatching(/disabled/) });
    await env.post("credentials.connections.enable", { connection: "xmpp" });
    await env.hasStatus("xmpp", { status: "connected" });
  });
});

describe.skipIf(!has("prosody"))("an XMPP adapter at a server without an archive (needs prosody installed)", () => {
  async function alone() {
    const server = await startProsody({ archive: false });
    onTestFinished(() => server.stop());
    for (const name of ["bot", "ada"]) server.register(name);
    const config = { jid: `bot@${DOMAIN}`, service: `xmpp://127.0.0.1:${server.port}`, plain: true };
    const open = async (before?: Surroundings<Config>) => {
      const around = createContext<Config>(config, { secret: "bot", ...(before && { before }) });
      onTestFinished(() => around.stop());
      return Object.assign(around, { link: await xmpp.open(around.context) });
    };
    return { open, ada: await xmppPerson(server.port, "ada") };
  }

  it("acknowledges only stored stanzas, so that the server redelivers the others", async () => {
    const { open, ada } = await alone();
    const before = await open();
    await ada.say(`bot@${DOMAIN}`, "stored");
    await until(() => before.received.length === 1);
    let tried = 0;
    before.store = () => {
      tried++;
      throw new Error("The disk is full");
    };
    await ada.say(`bot@${DOMAIN}`, "not stored");
    await ada.say(`bot@${DOMAIN}`, "nor this");
    await until(() => tried > 0);
    before.stop();
    await before.link.closed;
    const after = await open(before);
    await until(() => after.received.length === 3);
    expect(after.received.map((inbound) => "text" in inbound && inbound.text)).toEqual([
      "stored",
      "not stored",
      "nor this",
    ]);
  });
});
