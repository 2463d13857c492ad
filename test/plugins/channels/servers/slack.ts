import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
import { until } from "../context.ts";
import { answerWith, createFaults, type Fault } from "./faults.ts";
import { serveWebSockets, type WebSocketEnd } from "./websocket.ts";

type Args = Record<string, string>;
interface Posted {
  readonly ts: string;
  readonly bot_id?: string;
  readonly user?: string;
  text: string;
  readonly thread_ts?: string;
  readonly reply_count?: number;
  readonly metadata?: unknown;
}

const APP = "xapp-1-A0000000001-1000000000001-0123456789abcdef";
const BOT = "xoxb-1000000000001-1000000000002-abcdefABCDEF0123";

/** The app's own ids in this workspace. */
export const bot = { user: "UBOT00001", bot: "BBOT00001" };
export const secret = `${APP} ${BOT}`;

/** A Slack workspace on a free port, with its Web API and Socket Mode. */
export async function startSlack() {
  const faults = createFaults();
  const calls: { method: string; args: Args }[] = [];
  const ends = new Set<WebSocketEnd>();
  const sockets = new Set<Socket>();
  const tickets = new Set<string>();
  const channels = new Map<string, Posted[]>([
    ["C000001", []],
    ["D000001", []],
  ]);
  const unacknowledged = new Map<string, object>();
  const acknowledged: string[] = [];
  const revoked = new Set<string>();
  const state = { greets: true, shortPages: false, withMetadata: true, pageSize: 100 };
  let counter = 0;
  const nextTs = () => `${Math.floor(Date.now() / 1_000)}.${String(++counter).padStart(6, "0")}`;

  const methods: Record<string, (args: Args) => object> = {
    "auth.test": () => ({ user_id: bot.user, bot_id: bot.bot, team: "Home", url: "https://home.slack.com/" }),
    "apps.connections.open": () => {
      const ticket = randomBytes(8).toString("hex");
      tickets.add(ticket);
      return { url: `ws://127.0.0.1:${port}/link/?ticket=${ticket}` };
    },
    "chat.postMessage": ({ channel = "", text = "", thread_ts, metadata }) => {
      const place = channels.get(channel);
      if (!place) throw "channel_not_found";
      if (text === "") throw "no_text";
      if (/[<>]/.test(text) || /&(?!amp;|lt;|gt;)/.test(text)) throw "invalid_blocks";
      const marked = metadata === undefined ? {} : { metadata: JSON.parse(metadata) };
      const message = {
        ts: nextTs(),
        user: bot.user,
        bot_id: bot.bot,
        text,
        ...(thread_ts && { thread_ts }),
        ...marked,
      };
      place.push(message);
      return { channel, ts: message.ts, message };
    },
    "chat.update": ({ channel = "", ts, text = "" }) => {
      const message = channels.get(channel)?.find((one) => one.ts === ts);
      if (!message) throw "message_not_found";
      if (text.length > 4_000) throw "msg_too_long";
      message.text = text;
      return { channel, ts };
    },
    "chat.delete": ({ channel = "", ts }) => {
      const place = channels.get(channel) ?? [];
      const at = place.findIndex((one) => one.ts === ts);
      if (at < 0) throw "message_not_found";
      place.splice(at, 1);
      return { channel, ts };
    },
    "conversations.history": (args) => history(args, (message) => message.thread_ts === undefined),
    "conversations.replies": (args) => history(args, ({ ts, thread_ts }) => thread_ts === args.ts || ts === args.ts),
    "users.info": ({ user = "" }) => {
      if (user === "UGHOST001") throw "user_not_found";
      return { user: { id: user, name: user.toLowerCase(), profile: { display_name: `Person ${user.slice(-1)}` } } };
    },
    "conversations.info": ({ channel = "" }) => ({ channel: { id: channel, name: `room-${channel.slice(-1)}` } }),
  };

  function history({ channel = "", oldest = "0", limit = "100", cursor = "0" }: Args, among: (one: Posted) => boolean) {
    const all = channels.get(channel);
    if (!all) throw "channel_not_found";
    const found = all.filter((one) => among(one) && Number(one.ts) > Number(oldest)).reverse();
    const from = Number(cursor);
    const to = from + Math.min(Number(limit), state.pageSize);
    const messages = found
      .slice(from, to)
      .map(({ metadata, ...message }) => ({ ...message, ...(state.withMetadata && { metadata }) }));
    const more = to < found.length;
    return { messages, has_more: more, response_metadata: { next_cursor: more ? String(to) : "" } };
  }

  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const method = request.url?.replace("/api/", "") ?? "";
    const args = Object.fromEntries(new URLSearchParams(body));
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    calls.push({ method, args });
    const fault: Fault = faults.next(method);
    if (fault !== undefined && fault !== "mute") return answerWith(fault, response);
    const answer = (content: object) => {
      if (fault === "mute") return response.destroy();
      response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(content));
    };
    try {
      if (revoked.has(token)) throw "token_revoked";
      if (token !== (method === "apps.connections.open" ? APP : BOT)) throw "invalid_auth";
      const perform = methods[method];
      if (!perform) throw "unknown_method";
      answer({ ok: true, ...perform(args) });
    } catch (error) {
      answer({ ok: false, error: String(error) });
    }
  });
  serveWebSockets(
    server,
    (request) => {
      const ticket = new URL(request.url ?? "", "ws://here").searchParams.get("ticket") ?? "";
      // A ticket opens only one socket.
      if (!tickets.delete(ticket)) throw new Error("no such ticket");
    },
    (end) => {
      ends.add(end);
      void end.gone.then(() => ends.delete(end));
      if (state.greets) end.send(JSON.stringify({ type: "hello", num_connections: ends.size, connection_info: {} }));
      return {
        text(text) {
          const { envelope_id } = JSON.parse(text) as { envelope_id: string };
          if (unacknowledged.delete(envelope_id)) acknowledged.push(envelope_id);
        },
      };
    },
  );
  server.on("connection", (socket) => sockets.add(socket.on("close", () => sockets.delete(socket))));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  const newest = (): WebSocketEnd => {
    const end = [...ends].at(-1);
    if (!end) throw new Error("Nobody is connected");
    return end;
  };
  const give = (envelope: object) => newest().send(JSON.stringify(envelope));

  return {
    config: { apiUrl: `http://127.0.0.1:${port}/api/` },
    ...faults,
    calls,
    channels,
    state,
    acknowledged,
    unacknowledged,
    ends,
    newest,
    nextTs,
    revoke: (kind: "app" | "bot") => void revoked.add(kind === "app" ? APP : BOT),
    restore: () => revoked.clear(),
    /** Sends an event like Slack. Returns the id of its envelope. */
    deliver(event: object, eventId = `Ev${String(++counter).padStart(9, "0")}`): string {
      const envelope_id = randomBytes(8).toString("hex");
      const payload = { team_id: "T1", api_app_id: "A1", event, type: "event_callback", event_id: eventId };
      const envelope = { envelope_id, type: "events_api", accepts_response_payload: false, payload };
      unacknowledged.set(envelope_id, envelope);
      give(envelope);
      return envelope_id;
    },
    /** Sends a message of a person in a channel. */
    says(text: string, more: object = {}): string {
      const ts = nextTs();
      this.deliver({
        type: "message",
        channel: "C000001",
        channel_type: "channel",
        user: "U000001",
        text,
        ts,
        event_ts: ts,
        ...more,
      });
      return ts;
    },
    /** Adds a message to the history that was not delivered as an event. */
    wrote(text: string, more: Partial<Posted> = {}, channel = "C000001"): string {
      const ts = nextTs();
      channels.get(channel)?.push({ ts, user: "U000001", text, ...more });
      return ts;
    },
    /** Repeats the events that were not acknowledged, if somebody is connected. */
    redeliver() {
      if (ends.size === 0) return;
      for (const envelope of unacknowledged.values()) give({ ...envelope, retry_attempt: 1, retry_reason: "timeout" });
    },
    give,
    disconnect: (reason: string) => give({ type: "disconnect", reason, debug_info: { host: "wss-111.slack.com" } }),
    called: (method: string) => calls.filter((call) => call.method === method).map(({ args }) => args),
    connected: (count = 1) => until(() => ends.size === count, `${count} connections`),
    settled: () => until(() => unacknowledged.size === 0, "an acknowledgement of everything"),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
