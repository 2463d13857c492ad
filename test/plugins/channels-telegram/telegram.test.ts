import { verdictOf } from "@postern/channels/services";
import { anyHost } from "@postern/kit/outbound";
import { describe, expect, it, onTestFinished } from "vitest";
import { createIntake } from "../../../plugins/channels/src/kind/intake.ts";
import { createTroubles } from "../../../plugins/channels/src/kind/troubles.ts";
import { botApi } from "../../../plugins/channels-telegram/src/api.ts";
import type { Config } from "../../../plugins/channels-telegram/src/config.ts";
import { telegram } from "../../../plugins/channels-telegram/src/kind.ts";
import { poll } from "../../../plugins/channels-telegram/src/poll.ts";
import { freePort } from "../../run/port.ts";
import { rejection } from "../../run/rejection.ts";
import { createContext, soon, until } from "../channels/context.ts";
import { ann, bot, secret, startTelegram } from "../channels/servers/telegram.ts";
import { connect, group } from "./connect.ts";

describe("opening a Telegram adapter", () => {
  it.each(["", "hunter2", "110201543:short", `${secret} more`])(
    "fails permanently with the secret %j, without revealing it",
    async (held) => {
      const error = await rejection(telegram.open(createContext<Config>({}, { secret: held }).context));
      expect(error.message).toMatch(/^The connection's secret must be a bot token/);
      expect(verdictOf(error)).toEqual({ word: "permanent", isSecretRejected: true });
      if (held !== "") expect(error.message).not.toContain(held);
    },
  );

  it("fails permanently if the token is unknown or revoked", async () => {
    const platform = await startTelegram();
    const unknown = createContext<Config>(platform.config, { secret: secret.replace("1", "2") });
    const [first] = [await rejection(telegram.open(unknown.context))];
    platform.state.isRevoked = true;
    const second = await rejection(telegram.open(createContext<Config>(platform.config, { secret }).context));
    const words = (code: number) => `Telegram rejected the bot token (${code}): it is wrong or was revoked`;
    expect([first.message, second.message]).toEqual([words(404), words(401)]);
    expect([verdictOf(first), verdictOf(second)]).toEqual([
      { word: "permanent", isSecretRejected: true },
      { word: "permanent", isSecretRejected: true },
    ]);
  });

  it.each([
    [
      { status: 502, body: { ok: false, error_code: 502, description: "Bad Gateway" } },
      "Telegram answered: Bad Gateway (502)",
    ],
    [{ status: 500, body: "<html>" }, "Telegram did not answer with valid JSON"],
    [{ status: 200, body: { hello: 1 } }, "Telegram did not answer with a valid Bot API response"],
    [{ status: 200, body: { ok: true } }, "Telegram did not answer with a valid Bot API response"],
    [
      { status: 302, headers: { location: "https://example.com/" } },
      expect.stringMatching(/^Telegram: 127\.0\.0\.1:\d+ redirects, and redirects are not followed$/),
    ],
    ["cut", expect.stringMatching(/^Telegram: Connection closed by 127\.0\.0\.1:\d+ before .* \(ECONNRESET\)$/)],
  ] as const)("fails temporarily if Telegram answers %j", async (fault, words) => {
    const platform = await startTelegram();
    platform.fail("getMe", fault);
    const { context } = createContext<Config>(platform.config, { secret });
    const error = await rejection(telegram.open(context));
    expect(error.message).toEqual(words);
    expect(verdictOf(error)).toBeUndefined();
    await (await telegram.open(context)).close();
  });

  it("fails if the host does not answer, without revealing the token", async () => {
    const { context } = createContext<Config>({ apiRoot: `http://127.0.0.1:${await freePort()}/` }, { secret });
    expect((await rejection(telegram.open(context))).message).toMatch(
      /^Telegram: Connection refused by 127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/,
    );
  });
});

describe("a message in Telegram", () => {
  it("is received, and confirmed when it is stored", async () => {
    const { platform, received } = await connect();
    const { message_id, date } = platform.says("Hello <b>there</b> & 🎉");
    await platform.forgotten();
    expect(received).toEqual([
      {
        type: "message",
        id: `7001/${message_id}`,
        place: { id: "7001", kind: "dm", title: "Ann Lee" },
        sender: { id: "7001", name: "Ann Lee" },
        at: date * 1_000,
        text: "Hello <b>there</b> & 🎉",
        provenance: { chatId: 7001, messageId: message_id, username: "annlee" },
      },
    ]);
  });

  it("is not confirmed until it is stored, even across a restart, and is stored once", async () => {
    const platform = await startTelegram();
    const around = createContext<Config>(platform.config, { secret });
    around.store = ({ id }) => {
      if (id === "7001/2") throw new Error("The store is away");
    };
    const link = await telegram.open(around.context);
    platform.says("one");
    platform.says("two");
    platform.says("three", { chat: { ...group } });
    await until(() => around.trouble() !== undefined, "the trouble");
    expect(around.trouble()).toBe("Incoming events cannot be stored: The store is away");
    await until(() => around.received.length === 2, "the others");
    await link.close();
    expect(platform.left()).toHaveLength(3);
    around.store = () => {};
    const next = createContext<Config>(platform.config, { secret, before: around });
    const again = await telegram.open(next.context);
    onTestFinished(() => again.close());
    await platform.forgotten();
    const texts = next.received.map((one) => "text" in one && one.text);
    expect([...texts].sort()).toEqual(["one", "three", "two"]);
    expect(next.again.length).toBeGreaterThan(0);
  });

  it("is not lost when update numbers restart after a quiet week", async () => {
    const { platform, received } = await connect();
    platform.says("before");
    await platform.forgotten();
    platform.renumber(5);
    platform.says("after");
    await until(() => received.length === 2, "both");
    await platform.forgotten();
  });

  it("is in a group, a channel or a topic", async () => {
    const { platform, received } = await connect();
    platform.says("group", { chat: group });
    platform.says("answer", { chat: group, message_thread_id: 5, reply_to_message: { message_id: 5 } });
    platform.says("topic", {
      chat: { ...group, is_forum: true },
      message_thread_id: 9,
      is_topic_message: true,
      reply_to_message: { message_id: 9, forum_topic_created: { name: "Roses" } },
    });
    platform.happens({
      channel_post: { message_id: 1, date: 1, chat: { id: -2002, type: "channel", title: "News" }, text: "channel" },
    });
    await platform.forgotten();
    const found = new Map(received.map((one) => ["text" in one && one.text, one]));
    expect(found.get("group")?.place).toEqual({ id: "-1001", kind: "group", title: "Garden" });
    expect(found.get("answer")?.place).toEqual({ id: "-1001", kind: "group", title: "Garden" });
    expect(found.get("answer")?.provenance).toMatchObject({ answers: 5 });
    expect(found.get("topic")?.place).toEqual({ id: "-1001/9", kind: "thread", title: "Garden / Roses" });
    expect(found.get("channel")).toMatchObject({
      place: { id: "-2002", kind: "room", title: "News" },
      sender: { id: "-2002", name: "News" },
    });
  });

  it("can be edited and reacted to", async () => {
    const { platform, received } = await connect();
    const message = platform.says("Helo");
    const edit = platform.happens({ edited_message: { ...message, text: "Hello", edit_date: message.date + 60 } });
    const emoji = (one: string) => ({ type: "emoji", emoji: one });
    const about = { chat: message.chat, message_id: message.message_id, user: ann, date: message.date + 61 };
    const reaction = platform.happens({
      message_reaction: {
        ...about,
        old_reaction: [emoji("👍")],
        new_reaction: [emoji("🔥"), { type: "custom_emoji", custom_emoji_id: "55" }, { type: "paid" }],
      },
    });
    await platform.forgotten();
    const of = `7001/${message.message_id}`;
    expect(received.slice(1)).toMatchObject([
      { type: "edit", id: `${of}/edit/${edit}`, of, text: "Hello", at: (message.date + 60) * 1_000 },
      { type: "reaction", id: `${of}/${reaction}/-👍`, of, emoji: "👍", removed: true },
      { type: "reaction", id: `${of}/${reaction}/+🔥`, of, emoji: "🔥" },
      { type: "reaction", of, emoji: "custom:55" },
      { type: "reaction", of, emoji: "⭐" },
    ]);
  });

  it.each([
    [{ photo: [{}], caption: "The garden" }, "[photo]\nThe garden"],
    [{ voice: {} }, "[voice message]"],
    [{ document: { file_name: "plan\n.pdf" } }, "[file plan .pdf]"],
    [{ sticker: { emoji: "😀" } }, "[sticker 😀]"],
    [{ location: { latitude: 52.5, longitude: 13.4 } }, "[location 52.5, 13.4]"],
    [{ contact: { first_name: "Ben", phone_number: "+49301" } }, "[contact Ben +49301]"],
    [{ poll: { question: "When?" } }, "[poll When?]"],
  ])("without text is described in brackets: %j", async (content, text) => {
    const { platform, received } = await connect();
    platform.says("", { text: undefined, ...content });
    await platform.forgotten();
    expect(received).toMatchObject([{ text }]);
  });

  it("is ignored if it is the bot's own or a service message", async () => {
    const { platform, received } = await connect();
    platform.says("mine", { from: bot });
    platform.says("", { text: undefined, new_chat_members: [ann] });
    platform.says("hers");
    await platform.forgotten();
    expect(received).toMatchObject([{ text: "hers" }]);
  });

  it("is one of 10,000 waiting ones, none of which is lost, repeated or reordered", async () => {
    const platform = await startTelegram();
    for (let at = 0; at < 10_000; at++) platform.says(`message ${at}`, { chat: { ...group, id: -(at % 7) - 1 } });
    const { received, again } = await connect(platform);
    await until(() => platform.left().length === 0, "the forgetting of all");
    expect({ received: received.length, again: again.length }).toEqual({ received: 10_000, again: 0 });
    for (let chat = 1; chat <= 7; chat++) {
      const numbers = received
        .filter(({ place }) => place.id === String(-chat))
        .map(({ provenance }) => provenance?.messageId);
      expect(numbers).toEqual([...numbers].sort((a, b) => Number(a) - Number(b)));
    }
  });

  it("is stored correctly if updates are repeated and out of order", async () => {
    const { platform, received } = await connect();
    const first = platform.says("one");
    const second = platform.says("two");
    await platform.forgotten();
    platform.happens({ message: second });
    platform.happens({ message: first });
    await platform.forgotten();
    expect(received).toHaveLength(2);
  });
});

describe("unexpected updates", () => {
  it.each([
    ["of an unknown type", { something_new: { a: 1 } }],
    ["with an empty message", { message: {} }],
    ["with a null message", { message: null }],
    ["with a message of the wrong types", { message: { message_id: "x", chat: 7, text: {} } }],
    ["with invalid reactions", { message_reaction: { chat: group, message_id: 1, old_reaction: 1, new_reaction: {} } }],
  ])("such as one %s do not block others", async (_, update) => {
    const { platform, received } = await connect();
    platform.happens(update);
    platform.says("after");
    await platform.forgotten();
    expect(received.at(-1)).toMatchObject({ text: "after" });
  });

  it("such as unpaired surrogates are stored unchanged", async () => {
    const { platform, received } = await connect();
    platform.says("a\ud800b\u0000c");
    await platform.forgotten();
    expect(received).toMatchObject([{ text: "a\ud800b\u0000c" }]);
  });
});

describe("polling for updates", () => {
  it.each([
    [
      { status: 500, body: { ok: false, error_code: 500, description: "Internal Server Error" } },
      "Telegram answered: Internal Server Error (500)",
    ],
    [{ status: 200, body: "nonsense" }, "Telegram did not answer with valid JSON"],
    [{ status: 200, body: { ok: true, result: 7 } }, "Telegram did not answer with a valid Bot API response"],
    [
      { status: 200, body: `{"ok":true,"result":["${"x".repeat(17 * 2 ** 20)}"]}` },
      expect.stringMatching(/^Telegram: The answer of 127\.0\.0\.1:\d+ is larger than 16777216 bytes$/),
    ],
    ["cut", expect.stringMatching(/^Telegram: Connection closed by /)],
  ] as const)("ends with a reason for answer %#", async (fault, reason) => {
    const { platform, link } = await connect();
    platform.fail("getUpdates", fault);
    platform.says("wake");
    expect(await link.closed).toEqual({ reason });
    // The next link resumes where this one stopped.
    const next = await connect(platform);
    await platform.forgotten();
    expect(next.received).toMatchObject([{ text: "wake" }]);
  });

  it("ends permanently when the token is revoked", async () => {
    const { platform, link } = await connect();
    platform.state.isRevoked = true;
    platform.says("wake");
    expect(await link.closed).toMatchObject({ permanent: true, reason: expect.stringContaining("(401)") });
  });

  it("waits as long as Telegram requests (429), and reports it", async () => {
    const platform = await startTelegram();
    const parameters = { retry_after: 1 };
    platform.fail("getUpdates", {
      status: 429,
      body: { ok: false, error_code: 429, description: "Too Many Requests: retry after 1", parameters },
    });
    const { trouble, received } = await connect(platform);
    platform.says("soon");
    await until(() => trouble() === "Telegram asks to wait 1 s (429)", "the trouble");
    await platform.forgotten();
    expect({ trouble: trouble(), received: received.length }).toEqual({ trouble: undefined, received: 1 });
  });

  it("is degraded while another program polls, and recovers when it stops", async () => {
    const platform = await startTelegram();
    const { context, trouble, received } = createContext<Config>(platform.config, { secret });
    const troubles = createTroubles(context);
    const intake = createIntake({ context, troubles, flow: () => {} });
    const ending = new AbortController();
    const api = botApi(secret, anyHost, platform.config.apiRoot);
    const done = poll({ api, self: bot.id, context, intake, troubles, signal: ending.signal, conflictWait: 50 });
    await until(() => platform.called("getUpdates").length === 1, "the first");
    const other = botApi(secret, anyHost, platform.config.apiRoot);
    void other.getUpdates({ timeout: 1 }).catch(() => {});
    await until(() => trouble() !== undefined, "the trouble");
    expect(trouble()).toBe("Another program receives this bot's updates (409). Stop it, or use another bot.");
    platform.state.hasWebhook = true;
    await until(() => trouble()?.startsWith("The bot has a webhook"), "the other trouble");
    platform.state.hasWebhook = false;
    platform.says("back");
    await platform.forgotten();
    expect({ trouble: trouble(), received: received.length }).toEqual({ trouble: undefined, received: 1 });
    ending.abort();
    await done;
  });

  it("ends immediately when the adapter stops", async () => {
    const { platform, link, stop } = await connect();
    await until(() => platform.called("getUpdates").length === 1, "the asking");
    stop();
    expect(await link.closed).toEqual({ reason: "Closed" });
  });
});

describe("the Telegram connection", () => {
  it("is checked with a request, also while it is busy", async () => {
    const { platform, link } = await connect();
    await link.ping?.(soon());
    platform.fail("getMe", { status: 429, body: { ok: false, error_code: 429, description: "Too Many Requests" } });
    await link.ping?.(soon());
    expect(platform.called("getMe")).toHaveLength(3);
  });

  it("does not answer the check if it went silent", async () => {
    const { platform, link } = await connect();
    platform.state.isSilent = true;
    await expect(link.ping?.(soon(1_000))).rejects.toThrow();
    await link.close();
  });
});
