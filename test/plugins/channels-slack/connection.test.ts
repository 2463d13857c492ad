import { anyHost } from "@postern/kit/outbound";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Config } from "../../../plugins/channels-slack/src/config.ts";
import { slack } from "../../../plugins/channels-slack/src/kind.ts";
import { openSocket } from "../../../plugins/channels-slack/src/socket.ts";
import { rejection } from "../../run/rejection.ts";
import { createContext, soon, until } from "../channels/context.ts";
import { bot, secret, startSlack } from "../channels/servers/slack.ts";
import { frame } from "../channels/servers/websocket.ts";
import { connect } from "./connect.ts";

describe("reading missed Slack messages", () => {
  /** A context after a connection in which this message was received. */
  async function leave(workspace: Awaited<ReturnType<typeof startSlack>>, say: () => void) {
    const around = createContext<Config>(workspace.config, { secret });
    const link = await slack.open(around.context);
    say();
    await workspace.settled();
    await link.close();
    return around;
  }

  async function comeBack(
    workspace: Awaited<ReturnType<typeof startSlack>>,
    around: Awaited<ReturnType<typeof leave>>,
  ) {
    const next = createContext<Config>(workspace.config, { secret, before: around });
    const link = await slack.open(next.context);
    onTestFinished(() => link.close());
    return next;
  }

  it("uses the history, in order, including threads, and reads each message once", async () => {
    const workspace = await startSlack();
    let thread = "";
    const around = await leave(workspace, () => {
      workspace.says("heard");
      thread = workspace.nextTs();
      workspace.says("heard in a thread", { thread_ts: thread });
    });
    for (let at = 0; at < 250; at++) workspace.wrote(`missed ${at}`);
    workspace.wrote("missed in the thread", { thread_ts: thread });
    const fresh = workspace.wrote("a thread that began meanwhile", { reply_count: 1 });
    workspace.wrote("and its answer", { thread_ts: fresh });
    workspace.wrote("our own", { user: bot.user, bot_id: bot.bot });
    const { received } = await comeBack(workspace, around);
    await until(() => received.length === 2 + 250 + 3, "all of it");
    const texts = received.map((one) => ("text" in one ? one.text : ""));
    const missed = texts.filter((text) => /^missed \d/.test(text));
    expect(missed).toEqual(Array.from({ length: 250 }, (_, at) => `missed ${at}`));
    const inThread = received.find((one) => "text" in one && one.text === "and its answer");
    expect(inThread?.place).toEqual({ id: `C000001/${fresh}`, kind: "thread" });
    expect(texts).toContain("missed in the thread");
    expect(texts).not.toContain("our own");
  });

  it("waits as long as Slack requests", async () => {
    const workspace = await startSlack();
    const around = await leave(workspace, () => void workspace.says("heard"));
    workspace.wrote("missed");
    workspace.fail("conversations.history", { status: 429, headers: { "retry-after": "1" } });
    const { received } = await comeBack(workspace, around);
    await until(() => received.length === 2, "what was missed");
  });

  it("logs a conversation that the app may not read, and continues", async () => {
    const workspace = await startSlack();
    const around = await leave(workspace, () => void workspace.says("heard"));
    workspace.fail("conversations.history", { status: 200, body: { ok: false, error: "missing_scope" } });
    const { received, logged } = await comeBack(workspace, around);
    workspace.says("after");
    await until(() => received.length === 2, "what came after");
    expect(logged).toContainEqual(
      expect.objectContaining({ level: "warn", message: "Missed messages cannot be read" }),
    );
  });
});

describe("unexpected data on the socket", () => {
  it.each([
    ["invalid JSON", "{nonsense"],
    ["null", "null"],
    ["an array", "[1,2]"],
    ["an empty envelope", '{"type":"events_api"}'],
    ["an event without a type", '{"type":"events_api","envelope_id":"e1","payload":{}}'],
    ["a null event", '{"type":"events_api","envelope_id":"e2","payload":{"event":null}}'],
    [
      "a message of the wrong types",
      '{"type":"events_api","envelope_id":"e3","payload":{"event":{"type":"message","channel":7,"ts":{},"text":[]}}}',
    ],
    [
      "an edit without a message",
      '{"type":"events_api","envelope_id":"e4","payload":{"event":{"type":"message","subtype":"message_changed","channel":"C000001"}}}',
    ],
    ["an internal event of the library", '{"type":"close"}'],
    [
      "an event called ws_message",
      '{"type":"events_api","envelope_id":"e5","payload":{"event":{"type":"ws_message"}}}',
    ],
    ["a command", '{"type":"slash_commands","envelope_id":"e6","payload":{"command":"/x"}}'],
    [
      "five megabytes",
      JSON.stringify({ type: "events_api", envelope_id: "e7", payload: { text: "x".repeat(5 * 2 ** 20) } }),
    ],
  ])("such as %s does no harm", async (_, data) => {
    const { workspace, received } = await connect();
    workspace.newest().send(data);
    workspace.newest().raw(frame(2, Buffer.from([0xff, 0x00])));
    workspace.says("after");
    await workspace.settled();
    expect(received).toMatchObject([{ text: "after" }]);
  });

  it("that is not UTF-8 ends the connection with a reason, and the next one works", async () => {
    const { workspace, link, context } = await connect();
    workspace.newest().raw(frame(1, Buffer.from([0xc3, 0x28])));
    expect(await link.closed).toEqual({ reason: "The connection to Slack was lost" });
    await (await slack.open(context)).close();
  });
});

describe("the Slack connection", () => {
  it("is checked with pings", async () => {
    const { link } = await connect();
    await link.ping?.(soon());
    await link.ping?.(soon());
  });

  it("does not answer pings if it went silent, and is closed within seconds", async () => {
    const { workspace, link } = await connect();
    workspace.newest().hush();
    await expect(link.ping?.(soon(3_000))).rejects.toThrow();
    await link.close();
    await link.closed;
  });

  it.each([
    ["warning", { reason: "Slack is about to close the connection (warning)" }],
    ["refresh_requested", { reason: "Slack requested a reconnect (refresh_requested)" }],
    ["link_disabled", { reason: "Socket Mode was turned off for the app", permanent: true }],
    ["something else", { reason: "Slack closed the connection" }],
  ])("ends when Slack sends a disconnect: %s", async (reason, end) => {
    const { workspace, link } = await connect();
    workspace.disconnect(reason);
    expect(await link.closed).toEqual(end);
    await workspace.connected(0);
  });

  it("ends with the reason if it is cut", async () => {
    const { workspace, link } = await connect();
    workspace.newest().cut();
    expect(await link.closed).toEqual({ reason: "The connection to Slack was lost" });
  });

  it("is not opened at an address that the adapter may not reach", async () => {
    const workspace = await startSlack();
    const [app = ""] = secret.split(" ");
    const hasAnswered = () => workspace.called("apps.connections.open").length > 0;
    const hosts = () => (hasAnswered() ? "its address is private" : undefined);
    const error = await rejection(openSocket(app, { apiUrl: workspace.config.apiUrl, hosts }, () => {}));
    expect(error.message).toBe("Slack provided the address 127.0.0.1 for the socket, but its address is private");
    await workspace.connected(0);
  });

  it("is closed if Slack sends no hello", async () => {
    const workspace = await startSlack();
    workspace.state.greets = false;
    const [app = ""] = secret.split(" ");
    const error = await rejection(openSocket(app, { apiUrl: workspace.config.apiUrl, hosts: anyHost }, () => {}, 500));
    expect(error.message).toBe("Slack's socket could not be opened, or Slack did not send a hello");
    await workspace.connected(0);
  });

  it("closes cleanly when the adapter stops, after storing and acknowledging received events", async () => {
    const { workspace, link, stop, received } = await connect();
    for (let at = 0; at < 50; at++) workspace.says(`last ${at}`);
    await until(() => received.length > 0, "the first");
    stop();
    expect(await link.closed).toEqual({ reason: "Closed" });
    await workspace.connected(0);
    expect(workspace.unacknowledged.size + received.length).toBeGreaterThanOrEqual(50);
  });

  it("ends permanently when the app is removed from the workspace", async () => {
    const { workspace, link } = await connect();
    workspace.deliver({ type: "app_uninstalled" });
    expect(await link.closed).toEqual({ reason: "The app was removed from the workspace", permanent: true });
  });
});
