import { describe, expect, it, onTestFinished, vi } from "vitest";
import { has } from "../../run/programs.ts";
import { openPlatformGateway } from "../channels/platform.ts";
import { person } from "../channels/servers/irc-person.ts";
import { startNgircd } from "../channels/servers/ngircd.ts";
import { relay } from "../channels/servers/programs.ts";
import { started, texts } from "./gateway.ts";

describe.skipIf(!has("ngircd"))("IRC through a gateway (needs ngircd installed)", () => {
  it("exchanges messages between a person and a chat, each once", async () => {
    const { server, env } = await started();
    const ada = await person(server.port, "ada", { channels: ["#help"] });
    ada.say("#help", "Is the build green?");
    const chatId = await env.chat();
    expect((await env.chats())[0]).toMatchObject({ title: "#help", kind: "room", channel: "irc" });
    const messageId = await env.say(chatId, "It is.\nAll of it: JOIN #evil");
    await ada.hears(/It is\./);
    await ada.hears(/All of it: JOIN #evil/);
    await env.hasEntry(messageId, { status: "done" });
    ada.say("#help", "Thanks");
    await vi.waitFor(async () => expect(await env.messages(chatId)).toHaveLength(3), 15_000);
    expect(texts(await env.messages(chatId)).sort()).toEqual([
      "Is the build green?",
      "It is.\nAll of it: JOIN #evil",
      "Thanks",
    ]);
    expect(ada.heard("postern")).toEqual(["It is.", "All of it: JOIN #evil"]);
  });

  it("has one chat per conversation for all spellings of its name", async () => {
    const { server, env } = await started();
    const open = (place: string) => env.post("channels.places.open", { adapter: "irc", place });
    const { place } = await open("#Help");
    expect(place).toMatchObject({ place: "#help", kind: "room", title: "#Help" });
    const ada = await person(server.port, "Ada", { channels: ["#help"] });
    ada.say("#HELP", "hello");
    await vi.waitFor(async () => expect(await env.messages(place.chatId)).toHaveLength(1), 15_000);
    const { place: direct } = await open("ADA");
    await env.say(direct.chatId, "a word with you");
    await ada.hears(/a word with you/);
    ada.say("postern", "yes?");
    await vi.waitFor(async () => expect(await env.messages(direct.chatId)).toHaveLength(2), 15_000);
    const { status, body } = await env.admin.post("channels.places.open", { adapter: "irc", place: "#a,#b" });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain("must be a valid IRC name of a person or room");
  });

  it("reconnects when the server is back, and sends waiting messages once", async () => {
    const { server, env } = await started();
    const before = await person(server.port, "ada", { channels: ["#help"] });
    before.say("#help", "before");
    const chatId = await env.chat();
    await server.kill();
    await env.hasStatus("irc", { status: "reconnecting", reason: expect.any(String) });
    const messageId = await env.say(chatId, "while it was away");
    await server.start();
    const ada = await person(server.port, "ada", { channels: ["#help"] });
    await env.hasStatus("irc", { status: "connected" });
    await ada.hears(/while it was away/);
    await env.hasEntry(messageId, { status: "done" });
    ada.say("#help", "after");
    await vi.waitFor(async () => expect(await env.messages(chatId)).toHaveLength(3), 15_000);
    expect(ada.heard("postern")).toEqual(["while it was away"]);
  });

  it("does not repeat a message whose outcome is unknown", async () => {
    const server = await startNgircd();
    const between = await relay(server.port);
    onTestFinished(async () => {
      await between.stop();
      await server.stop();
    });
    const env = await openPlatformGateway();
    const config = { host: "127.0.0.1", port: between.port, tls: false, nick: "postern", channels: ["#help"] };
    await env.post("channels.adapters.create", { id: "irc", kind: "irc", config });
    await env.hasStatus("irc", { status: "connected" });
    const ada = await person(server.port, "ada", { channels: ["#help"] });
    ada.say("#help", "hello");
    const chatId = await env.chat();
    between.silence();
    const messageId = await env.say(chatId, "did you get this?");
    await env.hasEntry(messageId, { status: "running" });
    setTimeout(() => {
      between.speak();
      between.cut();
    }, 500);
    await env.hasEntry(messageId, { status: "dead", lastAttempt: expect.objectContaining({ outcome: "ambiguous" }) });
    await env.hasStatus("irc", { status: "connected" });
    const [entry] = (await env.post("channels.outbox.list", { status: "dead" })).outbox;
    await env.post("channels.outbox.retry", { id: entry.id });
    await ada.hears(/did you get this/);
    await env.hasEntry(messageId, { status: "done" });
  });
});
