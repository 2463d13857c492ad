import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { settledWithin } from "@postern/channels/kind";
import { permanent, verdictOf } from "@postern/channels/services";
import { bareHost, type HostRule, openConnections } from "@postern/kit/outbound";
import { SocketModeClient } from "@slack/socket-mode";
import { openingError } from "./answers.ts";
import { type Reached, silentLogger, webOptions } from "./web.ts";

/** A message from Slack over the socket. */
export interface Envelope {
  readonly type: string;
  readonly envelope_id: string;
  readonly payload?: unknown;
}

/** An established Socket Mode connection. */
export interface SlackSocket {
  /** Resolves with the reason when the connection has ended. */
  readonly ended: Promise<{ readonly reason: string; readonly permanent?: boolean }>;
  acknowledge(envelope: Envelope): void;
  /** Resolves with Slack's next answer to a ping. A ping is sent every two seconds. */
  pong(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds to open the socket and receive Slack's hello. */
const PATIENCE = 20_000;
const CLOSING = 2_000;
/** If pings are not answered for this many milliseconds, the library closes the socket. It pings three times as often. */
const SILENCE = 6_000;
/** Maximum characters of a message. Slack's own events have a few thousand. */
const MAX_LENGTH = 4 * 2 ** 20;
const PONG = "undici:websocket:pong";

const DISCONNECT_REASONS: Readonly<Record<string, { reason: string; permanent?: true }>> = {
  link_disabled: { reason: "Socket Mode was turned off for the app", permanent: true },
  refresh_requested: { reason: "Slack requested a reconnect (refresh_requested)" },
  warning: { reason: "Slack is about to close the connection (warning)" },
};

/** Opens the socket and passes on what arrives until it ends. */
export async function openSocket(
  appToken: string,
  reached: Reached,
  take: (envelope: Envelope) => void,
  patience = PATIENCE,
): Promise<SlackSocket> {
  // Slack's answer says where the socket is.
  const connections = openConnections(reached.hosts);
  const client = new SocketModeClient({
    appToken,
    autoReconnectEnabled: false,
    clientPingTimeout: SILENCE,
    logger: silentLogger,
    clientOptions: webOptions(reached),
    dispatcher: await connections.agent(),
  });
  let why: { reason: string; permanent?: true } | undefined;
  const ended = new Promise<{ reason: string; permanent?: true }>((resolve) => {
    client.on("disconnected", () => {
      connections.close();
      resolve(why ?? { reason: "The connection to Slack was lost" });
    });
  });

  // The library's own handler ends the process on messages that it does not expect.
  client.removeAllListeners("ws_message");
  client.on("ws_message", (data: unknown, isBinary: boolean) => {
    const message = isBinary || typeof data !== "string" ? undefined : messageIn(data);
    if (message?.type === "hello") client.emit("connected");
    else if (message?.type === "disconnect") {
      why ??= DISCONNECT_REASONS[String(message.reason)] ?? { reason: "Slack closed the connection" };
      void close();
    } else if (isEnvelope(message)) take(message);
  });
  client.on("authenticated", ({ url }: { url?: string }) => {
    if (closing) throw new Error("Slack took too long to provide the address of its socket");
    assertSafe(url, reached.hosts);
  });

  let closing: Promise<void> | undefined;
  function close(): Promise<void> {
    closing ??= end();
    return closing;
  }
  async function end(): Promise<void> {
    const isOpen = () => client.websocket?.readyState !== undefined;
    if (isOpen()) {
      client.websocket?.disconnect();
      await settledWithin(CLOSING, ended);
    }
    // The second call closes the socket without waiting for the other side.
    if (isOpen()) client.websocket?.disconnect();
    else client.emit("disconnected");
    await ended;
  }

  const late = setTimeout(() => void close(), patience);
  try {
    await client.start();
  } catch (error) {
    await close();
    if (verdictOf(error)) throw error;
    if (why) throw why.permanent ? permanent(why.reason) : new Error(why.reason);
    if (error === undefined) throw new Error("Slack's socket could not be opened, or Slack did not send a hello");
    throw openingError(error, "the app-level token");
  } finally {
    clearTimeout(late);
  }

  return {
    ended,
    acknowledge({ envelope_id }) {
      // If this fails, Slack sends the event again, which is then recognized as a duplicate.
      client.websocket?.send(JSON.stringify({ envelope_id }), () => {});
    },
    pong: (signal) => nextPong(client, signal),
    close,
  };
}

function messageIn(data: string): { type?: unknown; reason?: unknown } | undefined {
  if (data.length > MAX_LENGTH) return undefined;
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === "object" && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}

const isEnvelope = (message: object | undefined): message is Envelope =>
  typeof (message as Partial<Envelope> | undefined)?.type === "string" &&
  typeof (message as Partial<Envelope>).envelope_id === "string";

/** Throws unless the connection is encrypted or stays on this machine, because messages are sent over it. */
function assertSafe(url: string | undefined, hosts: HostRule): void {
  const isSafe = url !== undefined && /^(wss:\/\/|ws:\/\/(127\.|localhost[:/]|\[::1\]))/.test(url);
  if (!isSafe) throw permanent("Slack provided an unencrypted address for the socket");
  // The connections check names when they are resolved, and no literal addresses.
  const { hostname, protocol } = new URL(url);
  const reason = hosts(bareHost({ hostname }), protocol === "wss:");
  if (reason !== undefined) throw permanent(`Slack provided the address ${hostname} for the socket, but ${reason}`);
}

function nextPong(client: SocketModeClient, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // This channel reports the pongs of all sockets in the process, and the library does not expose its own.
    const own: unknown = client.websocket && Reflect.get(client.websocket, "websocket");
    const hear = (message: unknown) => {
      if ((message as { websocket?: unknown }).websocket === own) settle(resolve);
    };
    const stop = () => settle(() => reject(signal.reason));
    const settle = (outcome: () => void) => {
      unsubscribe(PONG, hear);
      signal.removeEventListener("abort", stop);
      outcome();
    };
    subscribe(PONG, hear);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });
}
