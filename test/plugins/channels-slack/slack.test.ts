import { verdictOf } from "@postern/channels/services";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Config } from "../../../plugins/channels-slack/src/config.ts";
import { slack } from "../../../plugins/channels-slack/src/kind.ts";
import { freePort } from "../../run/port.ts";
import { rejection } from "../../run/rejection.ts";
import { titled } from "../../run/titled.ts";
import { createContext, soon, until } from "../channels/context.ts";
import { bot, secret, startSlack } from "../channels/servers/slack.ts";
import { connect } from "./connect.ts";

describe("the secret of a Slack connection", () => {
  it.each(
    titled([
      ["xapp-1-A0000000001-0123456789", "it contains no bot token (xoxb-…)"],
      ["xoxb-1000000000001-abcdefgh", "it contains no app-level token (xapp-…)"],
      ["hunter2 hunter3", "it contains no app-level token (xapp-…) and no bot token (xoxb-…)"],
      [`${secret} hunter2`, "it contains more than these two tokens"],
    ]),
  )("cannot be %s, and the error does not reveal it", async (_title, held, words) => {
    const { context } = createContext<Config>({}, { secret: held });
    const error = await rejection(slack.open(context));
    expect(error.message).toMatch(/^The connection's secret must be an app-level token/);
    expect(error.message).toContain(words);
    expect(verdictOf(error)).toEqual({ word: "permanent", isSecretRejected: true });
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
    const error = await rejection(slack.open(createContext<Config>(workspace.config, { secret }).context));
    expect(error.message).toBe(
      `Slack answered token_revoked: the token was revoked (the ${kind === "app" ? "app-level" : "bot"} token)`,
    );
    expect(verdictOf(error)).toEqual({ word: "permanent", isSecretRejected: true });
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
    const error = await rejection(slack.open(context));
    expect(error.message).toEqual(words);
    expect(verdictOf(error)).toBeUndefined();
    // The next attempt succeeds.
    await (await slack.open(context)).close();
  });

  it("calls each method once, after any answer", async () => {
    const workspace = await startSlack();
    workspace.fail("apps.connections.open", { status: 500 });
    await rejection(slack.open(createContext<Config>(workspace.config, { secret }).context));
    expect(workspace.called("apps.connections.open")).toHaveLength(1);
  });

  it("never connects to an unencrypted socket", async () => {
    const workspace = await startSlack();
    workspace.fail("apps.connections.open", { status: 200, body: { ok: true, url: "ws://example.com/link" } });
    const error = await rejection(slack.open(createContext<Config>(workspace.config, { secret }).context));
    expect(error.message).toBe("Slack provided an unencrypted address for the socket");
  });

  it("fails if the host does not answer", async () => {
    const { context } = createContext<Config>({ apiUrl: `http://127.0.0.1:${await freePort()}/api/` }, { secret });
    expect((await rejection(slack.open(context))).message).toMatch(
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
});
