import { describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { untilThereAre } from "../../run/until.ts";
import { person } from "../channels/servers/irc-person.ts";
import { started, texts } from "./gateway.ts";

describe.skipIf(!has("ngircd"))("IRC through a gateway (needs ngircd installed)", () => {
  it("stores a flood of 10,000 messages, each once", async () => {
    const { server, env } = await started();
    const ada = await person(server.port, "ada", { channels: ["#help"] });
    ada.say("#help", "first");
    const chatId = await env.chat();
    const all = Array.from({ length: 10_000 }, (_, index) => `PRIVMSG #help :message ${index}`);
    for (let i = 0; i < all.length; i += 500) ada.write(...all.slice(i, i + 500));
    const counted = async () => (await env.post("chats.show", { chatId })).chat.messageCount;
    await untilThereAre(10_001, counted);
    expect(await counted()).toBe(10_001);
    const { messages } = await env.post("chats.messages.list", { chatId, limit: "2", offset: "9999" });
    expect(texts(messages)).toEqual(["message 9998", "message 9999"]);
  });
});
