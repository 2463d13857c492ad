import { describe, expect, it, vi } from "vitest";
import { until } from "./context.ts";
import { openPlatformGateway } from "./platform.ts";
import { secret as slackSecret, startSlack } from "./servers/slack.ts";
import { secret as botToken, startTelegram } from "./servers/telegram.ts";

const texts = (messages: { content: { text?: string } }[]) => messages.map(({ content }) => content.text);

describe("Slack through a gateway", () => {
  it("exchanges messages between a person and a chat, each once", async () => {
    const [workspace, env] = [await startSlack(), await openPlatformGateway()];
    await env.adapter("slack", workspace.config, slackSecret);
    await env.hasStatus("slack", { status: "connected" });
    const ts = workspace.says("Is the build green? &amp; why?");
    workspace.redeliver();
    const chatId = await env.chat();
    expect((await env.chats())[0]).toMatchObject({ title: "#room-1", kind: "room", channel: "slack" });
    const messageId = await env.say(chatId, "It is <green>");
    await env.hasEntry(messageId, { status: "done" });
    expect(workspace.channels.get("C000001")).toMatchObject([{ text: "It is &lt;green&gt;" }]);
    // Nothing that was received is sent back, and nothing that was sent is received again.
    expect(texts(await env.messages(chatId)).sort()).toEqual(["Is the build green? & why?", "It is <green>"]);

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
    expect(texts(await env.messages(chatId))).toContain("Is it?");
    expect((await env.post("channels.reactions.list", { chatId })).reactions).toMatchObject([{ emoji: "eyes" }]);

    await env.post("chats.messages.update", { messageId, content: "It was" });
    await vi.waitFor(() => expect(workspace.channels.get("C000001")).toMatchObject([{ text: "It was" }]), 15_000);
    await env.post("chats.messages.delete", { messageId });
    await vi.waitFor(() => expect(workspace.channels.get("C000001")).toEqual([]), 15_000);
  });

  it("reconnects after a cut without missing a message", async () => {
    const [workspace, env] = [await startSlack(), await openPlatformGateway()];
    await env.adapter("slack", workspace.config, slackSecret);
    await env.hasStatus("slack", { status: "connected" });
    workspace.says("before");
    await workspace.settled();
    workspace.newest().cut();
    await env.hasStatus("slack", { status: "connected", reconnectCount: 1 });
    workspace.says("after");
    await workspace.settled();
    expect(texts(await env.messages(await env.chat())).sort()).toEqual(["after", "before"]);
  });

  it("misses and repeats nothing that was written while the gateway was stopped", async () => {
    const workspace = await startSlack();
    const first = await openPlatformGateway();
    await first.adapter("slack", workspace.config, slackSecret);
    await first.hasStatus("slack", { status: "connected" });
    workspace.says("one");
    await workspace.settled();
    const chatId = await first.chat();
    const answer = await first.say(chatId, "answer");
    await first.hasEntry(answer, { status: "done" });
    await first.stop();
    workspace.wrote("two");
    workspace.wrote("three");
    const second = await openPlatformGateway({ storage: first.storage, folder: first.folder });
    const all = ["answer", "one", "three", "two"];
    await vi.waitFor(async () => expect(texts(await second.messages(chatId)).sort()).toEqual(all), 20_000);
    expect(workspace.called("chat.postMessage")).toHaveLength(1);
  });

  it("looks up a message whose answer was lost, and sends it only once", async () => {
    const [workspace, env] = [await startSlack(), await openPlatformGateway()];
    await env.adapter("slack", workspace.config, slackSecret);
    await env.hasStatus("slack", { status: "connected" });
    workspace.says("hello");
    const chatId = await env.chat();
    workspace.fail("chat.postMessage", "mute");
    const messageId = await env.say(chatId, "once");
    await vi.waitFor(() => expect(workspace.channels.get("C000001")).toHaveLength(1), 15_000);
    await env.hasEntry(messageId, { status: "done" });
    expect(workspace.channels.get("C000001")).toMatchObject([{ text: "once" }]);
    expect(workspace.called("chat.postMessage")).toHaveLength(1);
  });

  it("fails with a reason when the token is revoked, and recovers when it is changed", async () => {
    const [workspace, env] = [await startSlack(), await openPlatformGateway()];
    workspace.revoke("bot");
    await env.adapter("slack", workspace.config, slackSecret);
    const reason = "Slack answered token_revoked: the token was revoked (the bot token)";
    await env.hasStatus("slack", { status: "failed", reason });
    workspace.restore();
    await env.post("credentials.connections.rotate", { connection: "slack", secret: slackSecret });
    await env.hasStatus("slack", { status: "connected" });
    await env.post("credentials.connections.disable", { connection: "slack" });
    await env.hasStatus("slack", { status: "disconnected", reason: expect.stringContaining("disabled") });
    await workspace.connected(0);
    await env.post("credentials.connections.enable", { connection: "slack" });
    await env.hasStatus("slack", { status: "connected" });
    const reported = await env.everything();
    for (const token of slackSecret.split(" ")) expect(reported).not.toContain(token);
  });

  it("reports an invalid secret in the reason of the adapter", async () => {
    const [workspace, env] = [await startSlack(), await openPlatformGateway()];
    await env.adapter("slack", workspace.config, "hunter2");
    await env.hasStatus("slack", { status: "failed", reason: expect.stringContaining("app-level token (xapp-…)") });
  });

  it("never connects without encryption, except on this machine", async () => {
    const env = await openPlatformGateway();
    const connection = await env.connection(slackSecret);
    for (const apiUrl of [
      "http://example.com/api/",
      "https://me@example.com/",
      "ftp://example.com",
      "http://127.0.0.1.example.com/",
    ]) {
      const body = { id: "slack", kind: "slack", config: { apiUrl }, connection };
      const { status, body: answer } = await env.admin.post("channels.adapters.create", body);
      expect({ status, path: answer.issues?.[0]?.path }).toEqual({ status: 400, path: "/config/apiUrl" });
    }
  });
});

describe("Telegram through a gateway", () => {
  it("exchanges messages between a person and a chat, each once", async () => {
    const [platform, env] = [await startTelegram(), await openPlatformGateway()];
    await env.adapter("telegram", platform.config, botToken);
    await env.hasStatus("telegram", { status: "connected" });
    const message = platform.says("Is anybody there?");
    platform.happens({ message });
    const chatId = await env.chat();
    await platform.forgotten();
    expect((await env.chats())[0]).toMatchObject({ title: "Ann Lee", kind: "dm", channel: "telegram" });
    const messageId = await env.say(chatId, "Yes");
    await env.hasEntry(messageId, { status: "done" });
    expect(platform.chats.get(7001)).toMatchObject([{ text: "Yes" }]);
    platform.happens({ edited_message: { ...message, text: "Is anybody here?", edit_date: message.date + 5 } });
    await platform.forgotten();
    expect(texts(await env.messages(chatId)).sort()).toEqual(["Is anybody here?", "Yes"]);
    await env.post("chats.messages.update", { messageId, content: "Yes!" });
    await vi.waitFor(() => expect(platform.chats.get(7001)).toMatchObject([{ text: "Yes!" }]), 15_000);
    expect(await env.everything()).not.toContain(botToken);
  });

  it("misses and repeats nothing that was written while the gateway was stopped", async () => {
    const platform = await startTelegram();
    const first = await openPlatformGateway();
    await first.adapter("telegram", platform.config, botToken);
    platform.says("one");
    const chatId = await first.chat();
    await first.stop();
    platform.says("two");
    platform.says("three");
    const second = await openPlatformGateway({ storage: first.storage, folder: first.folder });
    await platform.forgotten();
    expect(texts(await second.messages(chatId)).sort()).toEqual(["one", "three", "two"]);
  });

  it("makes a message with unknown outcome ambiguous, and does not repeat it", async () => {
    const [platform, env] = [await startTelegram(), await openPlatformGateway()];
    await env.adapter("telegram", platform.config, botToken);
    platform.says("hello");
    const chatId = await env.chat();
    platform.fail("sendMessage", "mute");
    const messageId = await env.say(chatId, "once");
    await env.hasEntry(messageId, { status: "dead" });
    expect(platform.chats.get(7001)).toHaveLength(1);
    const next = await env.say(chatId, "next");
    await env.hasEntry(next, { status: "done" });
    expect(platform.called("sendMessage").map(({ text }) => text)).toEqual(["once", "next"]);
  });

  it("waits as Telegram requests, and sends a long text in several parts, in order", async () => {
    const [platform, env] = [await startTelegram(), await openPlatformGateway()];
    await env.adapter("telegram", platform.config, botToken);
    platform.says("hello");
    const chatId = await env.chat();
    const parameters = { retry_after: 1 };
    platform.fail("sendMessage", {
      status: 429,
      body: { ok: false, error_code: 429, description: "Too Many Requests", parameters },
    });
    const messageId = await env.say(chatId, "🎉 ".repeat(4_000));
    await env.hasEntry(messageId, { status: "done" });
    const sent = platform.chats.get(7001)!.map(({ text }) => text);
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.join(" ").replaceAll(" ", "")).toBe("🎉".repeat(4_000));
  });

  it("is degraded with a reason while the bot has a webhook", async () => {
    const [platform, env] = [await startTelegram(), await openPlatformGateway()];
    platform.state.hasWebhook = true;
    await env.adapter("telegram", platform.config, botToken);
    await env.hasStatus("telegram", { status: "degraded", reason: expect.stringContaining("deleteWebhook") });
    platform.state.hasWebhook = false;
    await env.hasStatus("telegram", { status: "connected" });
  });
});

describe("an adapter that cannot connect", () => {
  it("does not affect others", async () => {
    const [workspace, platform, env] = [await startSlack(), await startTelegram(), await openPlatformGateway()];
    workspace.fail("auth.test", "hang", 100);
    await env.adapter("slack", workspace.config, slackSecret);
    await env.adapter("telegram", platform.config, botToken);
    await env.hasStatus("telegram", { status: "connected" });
    platform.says("hello");
    await until(() => platform.left().length === 0, "the storing");
    await env.hasStatus("slack", { reason: expect.stringMatching(/no answer within 10000 ms|Connecting/) });
  });
});
