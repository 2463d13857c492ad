import { randomUUID } from "node:crypto";
import type { Troubles } from "@postern/channels/kind";
import { type AdapterContext, permanent, secretRejected } from "@postern/channels/services";
import type { Client, xml as Xml } from "@xmpp/client";
import type { Config } from "./config.ts";
import type { Element } from "./element.ts";
import { createClient, start } from "./library.ts";
import type { StanzaSocket } from "./socket.ts";

/** Shared by the parts of a connection. */
export interface Session {
  readonly context: AdapterContext<Config>;
  readonly troubles: Troubles;
  readonly client: Client;
  readonly socket: StanzaSocket;
  readonly xml: typeof Xml;
  /** The address of the account. */
  readonly me: string;
  readonly domain: string;
  send(element: Element): Promise<void>;
  /** Sends a request to an entity, by default the server. Throws if the answer is an error. */
  request(type: "get" | "set", child: Element, options?: { to?: string; patience?: number }): Promise<Element>;
  /** Calls `listener` for each stanza. Returns a function that removes it. */
  listen(listener: (stanza: Element) => void): () => void;
  /** Resolves when the connection has ended. `farewell` returns the reason. */
  readonly gone: Promise<void>;
  closeReason(): string;
}

const PATIENCE = 30_000;
/** SASL errors that require a change by the user. */
const WRONG = new Set(["not-authorized", "account-disabled", "credentials-expired", "invalid-authzid", "no-mechanism"]);

export async function createSession(
  context: AdapterContext<Config>,
  socket: StanzaSocket,
  troubles: Troubles,
): Promise<Session> {
  const { xml } = await import("@xmpp/client");
  const { jid, resource = `postern-${context.adapter}` } = context.config;
  const [user = "", domain = ""] = jid.toLowerCase().split("@");
  const credentials = { username: user, password: "" };
  const client = await createClient({ domain, resource, credentials, timeout: PATIENCE / 2 }, socket);

  const listeners = new Set<(stanza: Element) => void>();
  let failure: string | undefined;
  client.on("error", (error: Error & { condition?: string; text?: string }) => {
    const { name, condition, text, message } = error;
    if (name === "StreamError") failure = [condition, text].filter(Boolean).join(": ").slice(0, 300);
    else if (name === "XMLError") socket.fail(new Error("The server sent invalid XML"));
    else
      context.log.debug(
        { adapter: context.adapter, reason: message.slice(0, 300) },
        "The XMPP library reported an error",
      );
  });
  client.on("stanza", (stanza) => {
    for (const listener of listeners) listener(stanza);
  });
  const gone = new Promise<void>((resolve) => socket.once("close", () => resolve()));

  const session: Session = {
    context,
    troubles,
    client,
    socket,
    xml,
    me: `${user}@${domain}`,
    domain,
    send: (element) => client.send(element),
    request: (type, child, { to, patience = PATIENCE } = {}) =>
      client.iqCaller.request(xml("iq", { type, id: randomUUID(), ...(to !== undefined && { to }) }, child), patience),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    gone,
    closeReason() {
      if (failure?.startsWith("conflict"))
        return `Another connection replaced this one with the same resource ${resource}`;
      if (failure) return `The server ended the connection: ${failure}`;
      return socket.failure ? `The connection failed: ${socket.failure.message}` : "The server closed the connection";
    },
  };

  await context.useSecret(async (secret) => {
    credentials.password = secret.reveal();
    try {
      await logIn(session);
    } finally {
      credentials.password = "";
    }
  });
  return session;
}

async function logIn({ client, gone, closeReason, context }: Session): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const broken = new Promise<never>((_resolve, reject) => {
    late = setTimeout(() => reject(new Error("The server did not complete the login")), PATIENCE);
    void gone.then(() => reject(new Error(closeReason())));
    context.signal.addEventListener("abort", () => reject(new Error("The adapter is stopping")), { once: true });
  });
  try {
    await Promise.race([start(client), broken]);
  } catch (error) {
    const { name, condition = "no-mechanism", text, message } = error as Error & { condition?: string; text?: string };
    if (name === "SASLError" && WRONG.has(condition)) {
      throw secretRejected(`The server rejected the login: ${text || condition}`.slice(0, 300));
    }
    if (/^SASL: /.test(message)) throw permanent("The server offers no login mechanism that is safe without TLS");
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** The address without its resource. */
export const bare = (jid: string): string => jid.replace(/\/.*$/s, "").toLowerCase();
/** The resource of an address, after the slash. */
export const resourceOf = (jid: string): string => (jid.includes("/") ? jid.slice(jid.indexOf("/") + 1) : "");
