import { verdictOf } from "@postern/channels/services";
import { describe, expect, it } from "vitest";
import { fromMrkdwn, toMrkdwn } from "../../../plugins/channels-slack/src/text.ts";
import { rejection } from "../../run/rejection.ts";
import { soon } from "../channels/context.ts";
import { connect } from "./connect.ts";
import { outgoing } from "./outbound.ts";

describe("a message sent to Slack", () => {
  it("mentions no user, keeps its characters, and carries its key", async () => {
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
    const error = await rejection(link.send(outgoing("x"), soon()));
    expect(error.message).toBe(`Slack answered ${code}: ${hint}`);
    expect(verdictOf(error)).toEqual({ word: "refused" });
  });

  it("is rejected without a request if the place is not a Slack conversation", async () => {
    const { workspace, link } = await connect();
    const error = await rejection(link.send(outgoing("x", "#general"), soon()));
    expect(verdictOf(error)).toEqual({ word: "refused" });
    expect(workspace.called("chat.postMessage")).toEqual([]);
  });

  it("waits as long as Slack requests (429)", async () => {
    const { workspace, link } = await connect();
    workspace.fail("chat.postMessage", { status: 429, headers: { "retry-after": "12" } });
    const error = await rejection(link.send(outgoing("x"), soon()));
    expect(verdictOf(error)).toEqual({ word: "not-sent", retryIn: 12_000 });
    expect(workspace.called("chat.postMessage")).toHaveLength(1);
  });

  it("is not sent, and the adapter fails permanently, if the token was revoked", async () => {
    const { workspace, link } = await connect();
    workspace.revoke("bot");
    const error = await rejection(link.send(outgoing("x"), soon()));
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
    const error = await rejection(link.send(outgoing("x"), soon()));
    expect(error.message).toEqual(reason);
    expect(verdictOf(error)).toBeUndefined();
    expect(workspace.called("chat.postMessage")).toHaveLength(1);
  });
});

describe("confirming a sent message", () => {
  it("finds it by its metadata, whether or not the answer arrived", async () => {
    const { workspace, link } = await connect();
    workspace.fail("chat.postMessage", "mute");
    await rejection(link.send(outgoing("x"), soon()));
    const [message] = workspace.channels.get("C000001")!;
    expect(await link.confirm?.(outgoing("x"), soon(30_000))).toEqual({ sent: true, id: `C000001/${message!.ts}` });
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
