import { describe, expect, it, vi } from "vitest";
import { until } from "./context.ts";
import { openPlatform } from "./platform.ts";
import { secret as slackSecret, startSlack } from "./servers/slack.ts";
import { secret as botToken, startTelegram } from "./servers/telegram.ts";

const texts = (messages: { content: { text?: string } }[]) => messages.map(({ content }) => content.text);

describe("Slack through a gateway", () => {
  it("exchanges messages between a person and a chat, each once", async () => {
    const [workspace, house] = [await startSlack(), await openPlatform()];
    await house.adapter("slack", workspace.config, slackSecret);
    await house.stands("slack", { status: "connected" });
    const ts = workspace.says("Is the build green? &amp; why?");
    workspace.redeliver();
    const chatId = await house.chat();
    expect((await house.chats())[0]).toMatchObject({ title: "#room-1", kind: "room", channel: "slack" });
    const messageId = await house.say(chatId, "It is <green>");
    await house.sees(messageId, { status: "done" });
    expect(workspace.channels.get("C000001")).toMatchObject([{ text: "It is &lt;green&gt;" }]);
    // Nothing that was received is sent back, and nothing that was sent is received again.
    expect(texts(await house.messages(chatId)).sort()).toEqual(["Is the build green? & why?", "It is <green>"]);

    const change = { type: "message", channel: "C000001", event_ts: workspace.nextTs() };
    const before = { type: "message", user: "U000001", ts, text: "Is the build green? &amp; why?" };
    workspace.deliver({
      ...change,
      subtype: "message_changed",
      message: { ...before, text: "Is it?" },
      previous_message: before,
    });
    workspace.deliver({
      type: "reaction_added",
      user: "U000002",
      reaction: "eyes",
      item: { type: "message", channel: "C000001", ts },
      event_ts: workspace.nextTs(),
    });
    await workspace.settled();
    expect(texts(await house.messages(chatId))).toContain("Is it?");
    expect((await house.post("channels.reactions.list", { chatId })).reactions).toMatchObject([{ emoji: "eyes" }]);

    await house.post("chats.messages.update", { messageId, content: "It was" });
    await vi.waitFor(() => expect(workspace.channels.get("C000001")).toMatchObject([{ text: "It was" }]), 15_000);
    await house.post("chats.messages.delete", { messageId });
    await vi.waitFor(() => expect(workspace.channels.get("C000001")).toEqual([]), 15_000);
  });

  it("reconnects after a cut without missing a message", async () => {
    const [workspace, house] = [await startSlack(), await openPlatform()];
    await house.adapter("slack", workspace.config, slackSecret);
    await house.stands("slack", { status: "connected" });
    workspace.says("before");
    await workspace.settled();
    workspace.newest().cut();
    await house.stands("slack", { status: "connected", reconnectCount: 1 });
    workspace.says("after");
    await workspace.settled();
    expect(texts(await house.messages(await house.chat())).sort()).toEqual(["after", "before"]);
  });

  it("misses and repeats nothing that was written while the gateway was stopped", async () => {
    const workspace = await startSlack();
    const first = await openPlatform();
    await first.adapter("slack", workspace.config, slackSecret);
    await first.stands("slack", { status: "connected" });
    workspace.says("one");
    await workspace.settled();
    const chatId = await first.chat();
    const answer = await first.say(chatId, "answer");
    await first.sees(answer, { status: "done" });
    await first.stop();
    workspace.wrote("two");
    workspace.wrote("three");
    const second = await openPlatform({ storage: first.storage, folder: first.folder });
    const all = ["answer", "one", "three", "two"];
    await vi.waitFor(async () => expect(texts(await second.messages(chatId)).sort()).toEqual(all), 20_000);
    expect(workspace.called("chat.postMessage")).toHaveLength(1);
  });

  it("looks up a message whose answer was lost, and sends it only once", async () => {
    const [workspace, house] = [await startSlack(), await openPlatform()];
    await house.adapter("slack", workspace.config, slackSecret);
    await house.stands("slack", { status: "connected" });
    workspace.says("hello");
    const chatId = await house.chat();
    workspace.fail("chat.postMessage", "mute");
    const messageId = await house.say(chatId, "once");
    await vi.waitFor(() => expect(workspace.channels.get("C000001")).toHaveLength(1), 15_000);
    await house.sees(messageId, { status: "done" });
    expect(workspace.channels.get("C000001")).toMatchObject([{ text: "once" }]);
    expect(workspace.called("chat.postMessage")).toHaveLength(1);
  });

  it("fails with a reason when the token is revoked, and recovers when it is changed", async () => {
    const [workspace, house] = [await startSlack(), await openPlatform()];
    workspace.revoke("bot");
    await house.adapter("slack", workspace.config, slackSecret);
    const reason = "Slack answered token_revoked: the token was revoked (the bot token)";
    await house.stands("slack", { status: "failed", reason });
    workspace.restore();
    await house.post("credentials.connections.rotate", { connection: "slack", secret: slackSecret });
    await house.stands("slack", { status: "connected" });
    await house.post("credentials.connections.disable", { connection: "slack" });
    await house.stands("slack", { status: "disconnected", reason: expect.stringContaining("disabled") });
    await workspace.connected(0);
    await house.post("credentials.connections.enable", { connection: "slack" });
    await house.stands("slack", { status: "connected" });
    const told = await house.everything();
    for (const token of slackSecret.split(" ")) expect(told).not.toContain(token);
  });

  it("reports an invalid secret in the reason of the adapter", async () => {
    const [workspace, house] = [await startSlack(), await openPlatform()];
    await house.adapter("slack", workspace.config, "hunter2");
    await house.stands("slack", { status: "failed", reason: expect.stringContaining("app-level token (xapp-…)") });
  });

  it("never connects without encryption, except on this machine", async () => {
    const house = await openPlatform();
    const connection = await house.connection(slackSecret);
    for (const apiUrl of [
      "http://example.com/api/",
      "https://me@example.com/",
      "ftp://example.com",
      "http://127.0.0.1.example.com/",
    ]) {
      const body = { id: "slack", kind: "slack", config: { apiUrl }, connection };
      const { status, body: answer } = await house.admin.post("channels.adapters.create", body);
      expect({ status, path: answer.issues?.[0]?.path }).toEqual({ status: 400, path: "/config/apiUrl" });
    }
  });
});

describe("Telegram through a gateway", () => {
  it("exchanges messages between a person and a chat, each once", async () => {
    const [platform, house] = [await startTelegram(), await openPlatform()];
    await house.adapter("telegram", platform.config, botToken);
    await house.stands("telegram", { status: "connected" });
    const message = platform.says("Is anybody there?");
    platform.happens({ message });
    const chatId = await house.chat();
    await platform.forgotten();
    expect((await house.chats())[0]).toMatchObject({ title: "Ann Lee", kind: "dm", channel: "telegram" });
    const messageId = await house.say(chatId, "Yes");
    await house.sees(messageId, { status: "done" });
    expect(platform.chats.get(7001)).toMatchObject([{ text: "Yes" }]);
    platform.happens({ edited_message: { ...message, text: "Is anybody here?", edit_date: message.date + 5 } });
    await platform.forgotten();
    expect(texts(await house.messages(chatId)).sort()).toEqual(["Is anybody here?", "Yes"]);
    await house.post("chats.messages.update", { messageId, content: "Yes!" });
    await vi.waitFor(() => expect(platform.chats.get(7001)).toMatchObject([{ text: "Yes!" }]), 15_000);
    expect(await house.everything()).not.toContain(botToken);
  });

  it("misses and repeats nothing that was written while the gateway was stopped", async () => {
    const platform = await startTelegram();
    const first = await openPlatform();
    await first.adapter("telegram", platform.config, botToken);
    platform.says("one");
    const chatId = await first.chat();
    await first.stop();
    platform.says("two");
    platform.says("three");
    const second = await openPlatform({ storage: first.storage, folder: first.folder });
    await platform.forgotten();
    expect(texts(await second.messages(chatId)).sort()).toEqual(["one", "three", "two"]);
  });

  it("makes a message with unknown outcome ambiguous, and does not repeat it", async () => {
    const [platform, house] = [await startTelegram(), await openPlatform()];
    await house.adapter("telegram", platform.config, botToken);
    platform.says("hello");
    const chatId = await house.chat();
    platform.fail("sendMessage", "mute");
    const messageId = await house.say(chatId, "once");
    await house.sees(messageId, { status: "dead" });
    expect(platform.chats.get(7001)).toHaveLength(1);
    const next = await house.say(chatId, "next");
    await house.sees(next, { status: "done" });
    expect(platform.called("sendMessage").map(({ text }) => text)).toEqual(["once", "next"]);
  });

  it("waits as Telegram requests, and sends a long text in several parts, in order", async () => {
    const [platform, house] = [await startTelegram(), await openPlatform()];
    await house.adapter("telegram", platform.config, botToken);
    platform.says("hello");
    const chatId = await house.chat();
    const parameters = { retry_after: 1 };
    platform.fail("sendMessage", {
      status: 429,
      body: { ok: false, error_code: 429, description: "Too Many Requests", parameters },
    });
    const messageId = await house.say(chatId, "🎉 ".repeat(4_000));
    await house.sees(messageId, { status: "done" });
    const sent = platform.chats.get(7001)!.map(({ text }) => text);
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.join(" ").replaceAll(" ", "")).toBe("🎉".repeat(4_000));
  });

  it("is degraded with a reason while the bot has a webhook", async () => {
    const [platform, house] = [await startTelegram(), await openPlatform()];
    platform.state.hasWebhook = true;
    await house.adapter("telegram", platform.config, botToken);
    await house.stands("telegram", { status: "degraded", reason: expect.stringContaining("deleteWebhook") });
    platform.state.hasWebhook = false;
    await house.stands("telegram", { status: "connected" });
  });
});

describe("an adapter that cannot connect", () => {
  it("does not affect others", async () => {
    const [workspace, platform, house] = [await startSlack(), await startTelegram(), await openPlatform()];
    workspace.fail("auth.test", "hang", 100);
    await house.adapter("slack", workspace.config, slackSecret);
    await house.adapter("telegram", platform.config, botToken);
    await house.stands("telegram", { status: "connected" });
    platform.says("hello");
    await until(() => platform.left().length === 0, "the storing");
    await house.stands("slack", { reason: expect.stringMatching(/no answer within 10000 ms|Connecting/) });
  });
});
