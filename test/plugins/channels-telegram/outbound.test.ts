import { verdictOf } from "@postern/channels/services";
import { anyHost } from "@postern/kit/outbound";
import { describe, expect, it } from "vitest";
import { botApi } from "../../../plugins/channels-telegram/src/api.ts";
import { telegram } from "../../../plugins/channels-telegram/src/kind.ts";
import { freePort } from "../../run/port.ts";
import { rejection } from "../../run/rejection.ts";
import { brief } from "../../run/titled.ts";
import { soon } from "../channels/context.ts";
import { secret } from "../channels/servers/telegram.ts";
import { connect } from "./connect.ts";

const outgoing = (text: string, place = "7001") => ({ place, text, idempotencyKey: "out_1" });

describe("a message sent to Telegram", () => {
  it("is plain text, in its topic, and can be edited and deleted", async () => {
    const { platform, link } = await connect();
    const { id = "" } = await link.send(outgoing("a < b & *c* \ud800", "-1001/9"), soon());
    const [message] = platform.chats.get(-1001)!;
    expect(message).toMatchObject({ text: "a < b & *c* \ufffd", message_thread_id: 9 });
    expect(platform.called("sendMessage")[0]).not.toHaveProperty("parse_mode");
    expect(id).toBe(`-1001/${message!.message_id}`);
    await link.edit?.({ place: "-1001/9", of: id, text: "b" }, soon());
    await link.edit?.({ place: "-1001/9", of: id, text: "b" }, soon());
    expect(message?.text).toBe("b");
    await link.remove?.({ place: "-1001/9", of: id }, soon());
    await link.remove?.({ place: "-1001/9", of: id }, soon());
    expect(platform.chats.get(-1001)).toEqual([]);
  });

  it("is announced as being typed, in its topic", async () => {
    const { platform, link } = await connect();
    await link.typing?.("-1001/9", soon());
    expect(platform.called("sendChatAction")).toEqual([{ chat_id: -1001, action: "typing", message_thread_id: 9 }]);
  });

  it("may have the declared length in characters of two UTF-16 units each", async () => {
    const { link } = await connect();
    await link.send(outgoing("🎉".repeat(telegram.text.most)), soon());
    const error = await rejection(link.send(outgoing("🎉".repeat(telegram.text.most + 1)), soon()));
    expect(error.message).toBe("Telegram answered: Bad Request: message is too long (400)");
  });

  it.each([
    [
      "7001",
      { status: 403, body: { ok: false, error_code: 403, description: "Forbidden: bot was blocked by the user" } },
      "Telegram answered: Forbidden: bot was blocked by the user (403)",
    ],
    ["4242", undefined, "Telegram answered: Bad Request: chat not found (400)"],
    ["#general", undefined, "Invalid Telegram chat id"],
  ] as const)("is rejected in %s", async (place, fault, words) => {
    const { platform, link } = await connect();
    platform.fail("sendMessage", fault);
    const error = await rejection(link.send(outgoing("x", place), soon()));
    expect(error.message).toEqual(words);
    expect(verdictOf(error)).toEqual({ word: "refused" });
  });

  it("reaches a group that became a supergroup", async () => {
    const { platform, link } = await connect();
    platform.state.migrated.set(-100, -1001);
    const { id } = await link.send(outgoing("still here", "-100"), soon());
    expect(platform.chats.get(-1001)).toMatchObject([{ text: "still here" }]);
    expect(id).toMatch(/^-1001\//);
  });

  it("waits as long as Telegram requests (429)", async () => {
    const { platform, link } = await connect();
    platform.fail("sendMessage", {
      status: 429,
      body: { ok: false, error_code: 429, description: "Too Many Requests", parameters: { retry_after: 17 } },
    });
    const error = await rejection(link.send(outgoing("x"), soon()));
    expect(verdictOf(error)).toEqual({ word: "not-sent", retryIn: 17_000 });
  });

  it("is not sent, and the adapter fails permanently, if the token was revoked", async () => {
    const { platform, link } = await connect();
    platform.state.isRevoked = true;
    const error = await rejection(link.send(outgoing("x"), soon()));
    expect(verdictOf(error)).toEqual({ word: "not-sent" });
    expect(await link.closed).toMatchObject({ permanent: true });
  });

  it.each(
    (
      [
        { status: 500, body: { ok: false, error_code: 500, description: "Internal Server Error" } },
        { status: 502, body: "<html>Bad Gateway</html>" },
        "cut",
        "mute",
      ] as const
    ).map((fault) => [brief(fault), fault] as const),
  )("has an unknown outcome after one request if the answer is %s", async (_title, fault) => {
    const { platform, link } = await connect();
    platform.fail("sendMessage", fault);
    const error = await rejection(link.send(outgoing("x"), soon()));
    expect(verdictOf(error)).toBeUndefined();
    expect(error.message).not.toContain(secret);
    expect(platform.called("sendMessage")).toHaveLength(1);
  });

  it("is certainly not sent if the server is not reachable", async () => {
    const { link } = await connect();
    void link;
    const { createOutbound } = await import("../../../plugins/channels-telegram/src/outbound.ts");
    const nobody = createOutbound(botApi(secret, anyHost, `http://127.0.0.1:${await freePort()}`), () => {});
    expect(verdictOf(await rejection(nobody.send(outgoing("x"), soon())))).toEqual({ word: "not-sent" });
  });
});
