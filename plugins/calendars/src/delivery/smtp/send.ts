import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { allowedAddresses, failureOf, type HostRule, RequestFailed } from "@postern/kit/outbound";
import { Fault, requestFault } from "../fault.ts";
import { isLocalHost } from "../hosts.ts";

/** A mail server with the credentials for it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** The hosts that it may have. */
  readonly hosts: HostRule;
  /** Implicit TLS. Otherwise STARTTLS, which is required unless the server is local. */
  readonly secure: boolean;
  readonly from: string;
  readonly username?: string;
  readonly password?: string;
  /** Timeout of each step of the SMTP session in milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** A calendar message (iMIP, RFC 6047). */
export interface Message {
  readonly method: "REPLY" | "REQUEST" | "CANCEL";
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly ics: string;
  /** The Message-ID is derived from this key, so that duplicates can be recognized. */
  readonly key: string;
}

export interface Sent {
  readonly messageId: string;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

/** Sends a message. Throws a Fault if the server accepts it for no recipient. */
export async function sendMessage(server: MailServer, message: Message): Promise<Sent> {
  const { method, to, subject, text, ics } = message;
  const messageId = messageIdOf(message.key, server.from);
  return withTransport(server, async (transport) => {
    const info = await transport.sendMail({
      from: server.from,
      to: [...to],
      subject,
      text,
      messageId,
      icalEvent: { method, content: ics },
      headers: { "Auto-Submitted": "auto-generated" },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const named = (list: unknown) =>
      (Array.isArray(list) ? list : []).map((one) => (typeof one === "string" ? one : String(one?.address)));
    return { messageId, accepted: named(info.accepted), rejected: named(info.rejected) };
  });
}

/** Signs in to the server. Throws a Fault if that fails. */
export const verifyLogin = (server: MailServer): Promise<void> =>
  withTransport(server, async (transport) => {
    await transport.verify();
  });

/** `<digest of the key@domain of the sender>` */
export function messageIdOf(key: string, from: string): string {
  const domain = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? "localhost";
  return `<${createHash("sha256").update(key).digest("hex").slice(0, 40)}@${domain}>`;
}

type Transport = Awaited<ReturnType<typeof transportOf>>;

async function transportOf(server: MailServer) {
  const address = await addressOf(server);
  // Loaded with the first message, because it is large and few gateways need it.
  const { createTransport } = await import("nodemailer");
  const { host, port, secure, username, password, timeout } = server;
  return createTransport({
    // The address that was checked: the name may resolve differently later.
    host: address,
    port,
    secure,
    requireTLS: !secure && !isLocalHost(host),
    // Self-signed certificates are accepted on local servers, where unencrypted connections are allowed as well.
    tls: { rejectUnauthorized: secure || !isLocalHost(host), ...(isIP(host) === 0 && { servername: host }) },
    ...(username !== undefined && password !== undefined && { auth: { user: username, pass: password } }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    logger: false,
  });
}

async function withTransport<T>(server: MailServer, work: (transport: Transport) => Promise<T>): Promise<T> {
  const transport = await transportOf(server);
  const close = () => transport.close();
  server.signal.addEventListener("abort", close, { once: true });
  try {
    return await work(transport);
  } catch (error) {
    if (server.signal.aborted) throw server.signal.reason;
    throw faultOf(error, server.host);
  } finally {
    server.signal.removeEventListener("abort", close);
    transport.close();
  }
}

/** An address of the server, IPv4 if it has one: nodemailer connects to a single one. */
async function addressOf({ host, hosts: to, secure }: MailServer): Promise<string> {
  // STARTTLS is required unless the server is local.
  const isSecure = secure || !isLocalHost(host);
  const addresses = await allowedAddresses(host, { to, isSecure }).catch((error: unknown) => {
    throw error instanceof RequestFailed ? requestFault(error) : error;
  });
  const { address } = addresses.find(({ family }) => family === 4) ?? (addresses[0] as { address: string });
  return address;
}

interface MailError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly errno?: string;
}

/** The fault for a nodemailer error. The server's text may repeat the message, so only its status code is used. */
function faultOf(error: unknown, host: string): Fault {
  if (error instanceof Fault) return error;
  const { code, responseCode: status } = error as MailError;
  if (code === "EAUTH" || status === 530 || status === 535)
    return new Fault(
      "unauthorized",
      `The mail server rejected the user name or password${status ? ` (${status})` : ""}`,
    );
  if (code === "ETLS")
    return new Fault("misconfigured", "The mail server does not offer TLS or its certificate is not trusted");
  if (code === "ETIMEDOUT") return new Fault("timeout", "The mail server did not respond in time");
  if (status === 421 || status === 450 || status === 451 || status === 452)
    return new Fault(
      status === 421 ? "rate_limited" : "server_error",
      `The mail server asked to retry later (${status})`,
    );
  if (status !== undefined && status >= 500)
    return new Fault("rejected", `The mail server rejected the message (${status})`);
  if (status !== undefined && status >= 400)
    return new Fault("server_error", `The mail server responded with ${status}`);
  if (code === "EPROTOCOL") return new Fault("bad_answer", "The server at this address is not a mail server");
  if (code === "EDNS") return new Fault("unreachable", "The host name of the mail server does not exist");
  if (code === "ECONNECTION" || code === "ESOCKET")
    return new Fault("unreachable", "The connection to the mail server failed or was closed");
  return requestFault(failureOf(error, host));
}
