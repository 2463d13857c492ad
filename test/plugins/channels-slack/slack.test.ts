import { verdictOf } from "@postern/channels/services";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Config } from "../../../plugins/channels-slack/src/config.ts";
import { slack } from "../../../plugins/channels-slack/src/kind.ts";
import { openSocket } from "../../../plugins/channels-slack/src/socket.ts";
import { fromMrkdwn, toMrkdwn } from "../../../plugins/channels-slack/src/text.ts";
import { createContext, soon, until } from "../channels/context.ts";
import { freePort } from "../channels/servers/faults.ts";
import { bot, secret, startSlack } from "../channels/servers/slack.ts";
import { frame } from "../channels/servers/websocket.ts";

async function connect(server?: Awaited<ReturnType<typeof startSlack>>, held: string = secret) {
  const workspace = server ?? (await startSlack());
  const around = createContext<Config>(workspace.config, { secret: held });
  const link = await slack.open(around.context);
  onTestFinished(() => link.close());
  return { ...around, workspace, link };
}

const outgoing = (text: string, place = "C000001", idempotencyKey = "out_1") => ({ place, text, idempotencyKey });
const failure = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.fail("it did not fail"),
    (error: Error) => error,
  );

describe("the secret of a Slack connection", () => {
  it.each([
    ["xapp-1-A0000000001-0123456789", "it contains no bot token (xoxb-…)"],
    ["xoxb-1000000000001-abcdefgh", "it contains no app-level token (xapp-…)"],
    ["hunter2 hunter3", "it contains no app-level token (xapp-…) and no bot token (xoxb-…)"],
    [`${secret} hunter2`, "it contains more than these two tokens"],
  ])("cannot be %s, and the error does not reveal it", async (held, words) => {
    const { context } = createContext<Config>({}, { secret: held });
    const error = await failure(slack.open(context));
    expect(error.message).toMatch(/^The connection's secret must be an app-level token/);
    expect(error.message).toContain(words);
    expect(verdictOf(error)).toEqual({ word: "permanent" });
    for (const part of held.split(" ")) expect(error.message).not.toContain(part);
  });

  it("may contain the two tokens in any order", async () => {
    const { link } = await connect(undefined, `\n${secret.split(" ").reverse().join("\n")}\n`);
    await link.ping?.(soon());
  });
});

describe("opening a Slack adapter", () => {
  it.each(["app", "bot"] as const)("fails permanently with a revoked %s token, and names it", async (kind) => {
    const workspace = await startSlack();
    workspace.revoke(kind);
    const error = await failure(slack.open(createContext<Config>(workspace.config, { secret }).context));
    expect(error.message).toBe(
      `Slack answered token_revoked: the token was revoked (the ${kind === "app" ? "app-level" : "bot"} token)`,
    );
    expect(verdictOf(error)).toEqual({ word: "permanent" });
    expect(error.message).not.toMatch(/xapp-1|xoxb-1/);
  });

  it.each([
    [{ status: 500 }, "Slack answered 500 (the bot token)"],
    [{ status: 200, body: "<html>" }, "Slack did not answer with a valid Web API response (the bot token)"],
    [{ status: 429, headers: { "retry-after": "7" } }, "Slack asks to wait 7 s (429) (the bot token)"],
    [{ status: 429 }, "Slack asks to wait 30 s (429) (the bot token)"],
    [
      { status: 302, headers: { location: "https://example.com/" } },
      expect.stringMatching(/^Slack: 127\.0\.0\.1:\d+ redirects, and redirects are not followed \(the bot token\)$/),
    ],
    [
      "cut",
      expect.stringMatching(
        /^Slack: Connection closed by 127\.0\.0\.1:\d+ before .* \(ECONNRESET\) \(the bot token\)$/,
      ),
    ],
  ] as const)("fails temporarily if Slack answers %j", async (fault, words) => {
    const workspace = await startSlack();
    workspace.fail("auth.test", fault);
    const { context } = createContext<Config>(workspace.config, { secret });
    const error = await failure(slack.open(context));
    expect(error.message).toEqual(words);
    expect(verdictOf(error)).toBeUndefined();
    // The next attempt succeeds.
    await (await slack.open(context)).close();
  });

  it("calls each method once, whatever the answer is", async () => {
    const workspace = await startSlack();
    workspace.fail("apps.connections.open", { status: 500 });
    await failure(slack.open(createContext<Config>(workspace.config, { secret }).context));
    expect(workspace.called("apps.connections.open")).toHaveLength(1);
  });

  it("never connects to an unencrypted socket", async () => {
    const workspace = await startSlack();
    workspace.fail("apps.connections.open", { status: 200, body: { ok: true, url: "ws://example.com/link" } });
    const error = await failure(slack.open(createContext<Config>(workspace.config, { secret }).context));
    expect(error.message).toBe("Slack provided an unencrypted address for the socket");
  });

  it("fails if the host does not answer", async () => {
    const { context } = createContext<Config>({ apiUrl: `http://127.0.0.1:${await freePort()}/api/` }, { secret });
    expect((await failure(slack.open(context))).message).toMatch(
      /^Slack: Connection refused by 127\.0\.0\.1:\d+ \(ECONNREFUSED\) \(the bot token\)$/,
    );
  });
});

describe("a message in Slack", () => {
  it("is received with names, and acknowledged when it is stored", async () => {
    const { workspace, received } = await connect();
    const ts = workspace.says(
      "Ready &amp; &lt;waiting&gt; <@U000002>, see <https://example.com/a?b=1&amp;c=2|the page>",
    );
    await workspace.settled();
    expect(received).toEqual([
      {
        type: "message",
        id: `C000001/${ts}`,
        place: { id: "C000001", kind: "room", title: "#room-1" },
        sender: { id: "U000001", name: "Person 1" },
        at: Math.floor(Number(ts) * 1_000),
        text: "Ready & <waiting> @Person 2, see the page (https://example.com/a?b=1&c=2)",
        provenance: { channel: "C000001", ts },
      },
    ]);
  });

  it("is not acknowledged before it is stored, and stored once if it is repeated", async () => {
    const workspace = await startSlack();
    const around = createContext<Config>(workspace.config, { secret });
    let isDown = true;
    around.store = () => {
      if (isDown) throw new Error("The store is away");
    };
    const link = await slack.open(around.context);
    onTestFinished(() => link.close());
    workspace.says("Is anybody there?");
    await until(() => around.trouble() !== undefined, "the trouble");
    expect(around.trouble()).toBe("Incoming events cannot be stored: The store is away");
    expect(workspace.unacknowledged.size).toBe(1);
    workspace.redeliver();
    isDown = false;
    await workspace.settled();
    await until(() => around.again.length === 1, "the second delivery");
    expect(around.received.map((one) => "text" in one && one.text)).toEqual(["Is anybody there?"]);
    expect(around.trouble()).toBeUndefined();
  });

  it("is in a direct message, a group or a thread", async () => {
    const { workspace, received } = await connect();
    const first = workspace.says("one", { channel: "D000001", channel_type: "im" });
    workspace.says("two", { channel: "G000001", channel_type: "mpim" });
    workspace.says("three", { thread_ts: first });
    workspace.says("four", { thread_ts: first, subtype: "thread_broadcast" });
    await workspace.settled();
    const places = new Map(received.map((one) => ["text" in one && one.text, one.place]));
    expect(places.get("one")).toEqual({ id: "D000001", kind: "dm", title: "Person 1" });
    expect(places.get("two")).toEqual({ id: "G000001", kind: "group", title: "room-1" });
    expect(places.get("three")).toEqual({ id: `C000001/${first}`, kind: "thread" });
    expect(places.get("four")).toEqual(places.get("three"));
  });

  it("can be edited, deleted and reacted to", async () => {
    const { workspace, received } = await connect();
    const ts = workspace.says("Helo");
    const channel = "C000001";
    const message = { type: "message", user: "U000001", ts };
    const event_ts = workspace.nextTs();
    workspace.deliver(
      {
        type: "message",
        subtype: "message_changed",
        channel,
        event_ts,
        ts: event_ts,
        message: { ...message, text: "Hello" },
        previous_message: { ...message, text: "Helo" },
      },
      "Ev1",
    );
    // Link previews are reported in this way, too.
    workspace.deliver({
      type: "message",
      subtype: "message_changed",
      channel,
      event_ts,
      ts: event_ts,
      message: { ...message, text: "Hello", attachments: [{}] },
      previous_message: { ...message, text: "Hello" },
    });
    workspace.deliver(
      {
        type: "reaction_added",
        user: "U000002",
        reaction: "thumbsup",
        item: { type: "message", channel, ts },
        event_ts,
      },
      "Ev2",
    );
    workspace.deliver(
      {
        type: "reaction_removed",
        user: "U000002",
        reaction: "thumbsup",
        item: { type: "message", channel, ts },
        event_ts,
      },
      "Ev3",
    );
    workspace.deliver(
      {
        type: "message",
        subtype: "message_deleted",
        channel,
        event_ts,
        ts: event_ts,
        deleted_ts: ts,
        previous_message: { ...message, text: "Hello" },
      },
      "Ev4",
    );
    await workspace.settled();
    const of = `C000001/${ts}`;
    expect(received.slice(1)).toMatchObject([
      { type: "edit", id: "Ev1", of, text: "Hello", sender: { id: "U000001" } },
      { type: "reaction", id: "Ev2", of, emoji: "thumbsup", sender: { id: "U000002" } },
      { type: "reaction", id: "Ev3", of, emoji: "thumbsup", removed: true },
      { type: "delete", id: "Ev4", of },
    ]);
    expect(received).toHaveLength(5);
  });

  it("is ignored if it is the app's own or a service message", async () => {
    const { workspace, received } = await connect();
    workspace.says("mine", { user: bot.user });
    workspace.says("mine", { user: undefined, bot_id: bot.bot, subtype: "bot_message" });
    workspace.says("<@U000001> has joined the channel", { subtype: "channel_join" });
    workspace.says("another app's", {
      user: undefined,
      bot_id: "BOTHER001",
      subtype: "bot_message",
      username: "Builds",
    });
    await workspace.settled();
    expect(received).toMatchObject([{ text: "another app's", sender: { id: "BOTHER001", name: "Builds" } }]);
  });

  it("that mentions the app is received once, although Slack reports it twice", async () => {
    const { workspace, received, again } = await connect();
    const ts = workspace.says("<@UBOT00001> help");
    workspace.deliver({
      type: "app_mention",
      channel: "C000001",
      user: "U000001",
      text: "<@UBOT00001> help",
      ts,
      event_ts: ts,
    });
    await workspace.settled();
    expect({ received: received.length, again }).toEqual({ received: 1, again: [`C000001/${ts}`] });
  });

  it("includes the names of its files", async () => {
    const { workspace, received } = await connect();
    workspace.says("Look", { subtype: "file_share", files: [{ name: "plan.pdf" }, null, { name: 7 }] });
    await workspace.settled();
    expect(received).toMatchObject([
      { text: "Look\n[plan.pdf]\n[file]\n[file]", provenance: { files: ["plan.pdf", "file", "file"] } },
    ]);
  });

  it("has no names if the app may not look them up, without further lookups", async () => {
    const { workspace, received } = await connect();
    workspace.fail("users.info", { status: 200, body: { ok: false, error: "missing_scope" } }, 10);
    workspace.fail("conversations.info", { status: 200, body: { ok: false, error: "missing_scope" } }, 10);
    workspace.says("one");
    await workspace.settled();
    workspace.says("two", { user: "U000007" });
    await workspace.settled();
    expect(received).toMatchObject([
      { sender: { id: "U000001" }, place: { id: "C000001", kind: "room" } },
      { sender: { id: "U000007" } },
    ]);
    expect(received[0]?.sender).not.toHaveProperty("name");
    expect(workspace.called("users.info")).toHaveLength(1);
  });

  it("does not wait for slow name lookups", async () => {
    const { workspace, received } = await connect();
    workspace.fail("users.info", "hang", 5);
    workspace.says("quick");
    await workspace.settled();
    expect(received).toMatchObject([{ text: "quick", sender: { id: "U000001" } }]);
  });

  it("is one of 10,000 that arrive at once, none of which is lost, repeated or reordered", async () => {
    const { workspace, received } = await connect();
    const said: string[] = [];
    for (let at = 0; at < 10_000; at++) {
      said.push(`message ${at}`);
      workspace.says(`message ${at}`, { channel: `C00000${at % 5}` });
    }
    // Events that could not be stored immediately are repeated, as Slack does.
    await until(async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      workspace.redeliver();
      return workspace.unacknowledged.size === 0;
    }, "an acknowledgement of all");
    const texts = received.map((one) => ("text" in one ? one.text : ""));
    expect(new Set(texts).size).toBe(10_000);
    expect(texts).toHaveLength(10_000);
  });
});

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

  it("resumes where an interrupted read stopped", async () => {
    const workspace = await startSlack();
    const around = await leave(workspace, () => void workspace.says("heard"));
    workspace.wrote("missed");
    workspace.fail("conversations.history", "hang");
    const second = createContext<Config>(workspace.config, { secret, before: around });
    const link = await slack.open(second.context);
    workspace.says("heard live");
    await workspace.settled();
    await link.close();
    const { received } = await comeBack(workspace, second);
    await until(() => received.length === 3, "what was missed");
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

  it("is closed if Slack sends no hello", async () => {
    const workspace = await startSlack();
    workspace.state.greets = false;
    const [app = ""] = secret.split(" ");
    const error = await failure(openSocket(app, workspace.config.apiUrl, () => {}, 500));
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

describe("a message sent to Slack", () => {
  it("mentions nobody, keeps its characters, and carries its key", async () => {
    const { workspace, link } = await connect();
    const { id } = await link.send(outgoing("a < b && c > d <!channel> 🎉 \ud800"), soon());
    const [message] = workspace.channels.get("C000001")!;
    expect(id).toBe(`C000001/${message!.ts}`);
    expect(message).toMatchObject({
      text: "a &lt; b &amp;&amp; c &gt; d &lt;!channel&gt; 🎉 \ufffd",
      metadata: { event_type: "postern_message", event_payload: { key: "out_1" } },
    });
  });

  it("is posted in its thread, and can be edited and deleted", async () => {
    const { workspace, link } = await connect();
    const place = "C000001/1700000000.000100";
    const { id = "" } = await link.send(outgoing("one", place), soon());
    expect(workspace.called("chat.postMessage")[0]).toMatchObject({
      channel: "C000001",
      thread_ts: "1700000000.000100",
    });
    await link.edit?.({ place, of: id, text: "two & three" }, soon());
    expect(workspace.channels.get("C000001")).toMatchObject([{ text: "two &amp; three" }]);
    await link.remove?.({ place, of: id }, soon());
    await link.remove?.({ place, of: id }, soon());
    expect(workspace.channels.get("C000001")).toEqual([]);
  });

  it.each([
    ["channel_not_found", "the conversation does not exist, or the app is not in it"],
    ["not_in_channel", "the app is not in the channel; invite it"],
    ["msg_too_long", "the text is too long"],
  ])("is rejected if Slack answers %s", async (code, hint) => {
    const { workspace, link } = await connect();
    workspace.fail("chat.postMessage", { status: 200, body: { ok: false, error: code } });
    const error = await failure(link.send(outgoing("x"), soon()));
    expect(error.message).toBe(`Slack answered ${code}: ${hint}`);
    expect(verdictOf(error)).toEqual({ word: "refused" });
  });

  it("is rejected without a request if the place is not a Slack conversation", async () => {
    const { workspace, link } = await connect();
    const error = await failure(link.send(outgoing("x", "#general"), soon()));
    expect(verdictOf(error)).toEqual({ word: "refused" });
    expect(workspace.called("chat.postMessage")).toEqual([]);
  });

  it("waits as long as Slack requests (429)", async () => {
    const { workspace, link } = await connect();
    workspace.fail("chat.postMessage", { status: 429, headers: { "retry-after": "12" } });
    const error = await failure(link.send(outgoing("x"), soon()));
    expect(verdictOf(error)).toEqual({ word: "not-sent", retryIn: 12_000 });
    expect(workspace.called("chat.postMessage")).toHaveLength(1);
  });

  it("is not sent, and the adapter fails permanently, if the token was revoked", async () => {
    const { workspace, link } = await connect();
    workspace.revoke("bot");
    const error = await failure(link.send(outgoing("x"), soon()));
    expect(verdictOf(error)).toEqual({ word: "not-sent" });
    expect(await link.closed).toEqual({
      reason: "Slack answered token_revoked: the token was revoked",
      permanent: true,
    });
  });

  it.each([
    [{ status: 500 }, "Slack answered 500"],
    [{ status: 503 }, "Slack answered 503"],
    [{ status: 200, body: { ok: false, error: "internal_error" } }, "Slack answered internal_error"],
    [{ status: 200, body: "<html>oops</html>" }, "Slack did not answer with a valid Web API response"],
    ["cut", expect.stringMatching(/^Slack: Connection closed by 127/)],
    ["mute", expect.stringMatching(/^Slack: Connection closed by 127/)],
  ] as const)("has an unknown outcome after one request if Slack answers %j", async (fault, reason) => {
    const { workspace, link } = await connect();
    workspace.fail("chat.postMessage", fault);
    const error = await failure(link.send(outgoing("x"), soon()));
    expect(error.message).toEqual(reason);
    expect(verdictOf(error)).toBeUndefined();
    expect(workspace.called("chat.postMessage")).toHaveLength(1);
  });
});

describe("confirming a sent message", () => {
  it("finds it by its metadata, whether or not the answer arrived", async () => {
    const { workspace, link } = await connect();
    workspace.fail("chat.postMessage", "mute");
    await failure(link.send(outgoing("x"), soon()));
    const [message] = workspace.channels.get("C000001")!;
    expect(await link.confirm?.(outgoing("x"), soon(30_000))).toEqual({ sent: true, id: `C000001/${message!.ts}` });
  });

  it("reports that it was not sent if the whole time since then was searched", async () => {
    const { workspace, link } = await connect();
    await link.send(outgoing("before", "C000001", "out_0"), soon());
    workspace.fail("chat.postMessage", { status: 500 });
    await failure(link.send(outgoing("x"), soon()));
    workspace.state.pageSize = 1;
    await link.send(outgoing("after", "C000001", "out_2"), soon());
    expect(await link.confirm?.(outgoing("x"), soon(30_000))).toEqual({ sent: false });
  });

  it("reports the outcome after a restart if the whole history was searched", async () => {
    const { link } = await connect();
    await link.send(outgoing("y", "C000001", "out_9"), soon());
    expect(await link.confirm?.(outgoing("x"), soon())).toEqual({ sent: false });
    expect(await link.confirm?.(outgoing("y", "C000001", "out_9"), soon())).toMatchObject({ sent: true });
  });

  it("also searches in threads", async () => {
    const { link } = await connect();
    const place = "C000001/1700000000.000100";
    await link.send(outgoing("y", place), soon());
    expect(await link.confirm?.(outgoing("y", place), soon())).toMatchObject({ sent: true });
  });

  it("stays unknown if the history is unreadable, lacks metadata or is too long", async () => {
    const { workspace, link } = await connect();
    workspace.fail("conversations.history", { status: 200, body: { ok: false, error: "missing_scope" } });
    expect(await link.confirm?.(outgoing("x"), soon())).toBe("unknown");
    await link.send(outgoing("y", "C000001", "out_9"), soon());
    workspace.state.withMetadata = false;
    expect(await link.confirm?.(outgoing("x"), soon())).toBe("unknown");
    workspace.state.withMetadata = true;
    workspace.state.pageSize = 1;
    for (let at = 0; at < 6; at++) await link.send(outgoing("z", "C000001", `more_${at}`), soon());
    expect(await link.confirm?.(outgoing("x"), soon())).toBe("unknown");
  });
});

describe("Slack markup", () => {
  it.each([
    ["&amp;lt;", "&lt;"],
    ["<https://example.com>", "https://example.com"],
    ["<https://example.com|https://example.com>", "https://example.com"],
    ["<mailto:a@example.com|a@example.com>", "a@example.com"],
    ["<#C1|general> <#C2>", "#general #C2"],
    ["<!here> <!subteam^S1|@team> <!date^1^{date}|Monday>", "@here @team Monday"],
    ["<@U1|ann> <@U2>", "@ann @Ben"],
    ["1 < 2 <unfinished", "1 < 2 <unfinished"],
  ])("is read: %s", (written, read) => {
    expect(fromMrkdwn(written, (user) => (user === "U2" ? "Ben" : undefined))).toBe(read);
  });

  it("round-trips plain text", () => {
    const text = "<@U1> & &amp; <b>";
    expect(fromMrkdwn(toMrkdwn(text), () => undefined)).toBe(text);
  });
});
