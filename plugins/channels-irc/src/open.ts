import type { Socket } from "node:net";
import {
  connectPlain,
  connectSecurely,
  createIntake,
  createTroubles,
  loadLibrary,
  settledWithin,
  speaksTls,
} from "@postern/channels/kind";
import type { AdapterContext, Link } from "@postern/channels/services";
import type { Config } from "./config.ts";
import { createReader } from "./inbound.ts";
import { createOutbound } from "./outbound.ts";
import { closeReason, register } from "./register.ts";
import { createRooms } from "./rooms.ts";
import { createSession, type Session } from "./session.ts";
import { LineTransport } from "./transport.ts";

const QUIT_TIMEOUT = 2_000;
const STORE_TIMEOUT = 5_000;

/** Connects, registers with the server and joins the channels. */
export async function openIrc(context: AdapterContext<Config>): Promise<Link> {
  const session = await connect(context);
  const { transport, troubles } = session;
  const intake = createIntake({ context, troubles, flow: (on) => transport.flow(on) });
  const read = createReader(session);
  try {
    await register(session);
    session.listen((message) => {
      const inbound = read(message);
      if (inbound) intake.add(inbound);
    });
    const rooms = createRooms(session);
    const outbound = createOutbound(session, rooms, () => intake.full);
    await rooms.join();
    return link(session, { outbound, intake });
  } catch (error) {
    transport.disposeSocket();
    throw transport.hasHeard || !(await expectsTls(context)) ? error : new Error(EXPECTS_TLS);
  }
}

const EXPECTS_TLS = "The server expects TLS on this port. Set tls to true.";

/** Whether a connection without TLS was made to a port for TLS. Such servers mostly close it without a word. */
const expectsTls = async ({ config: { host, port = 6667, tls = true }, hosts: to, signal }: AdapterContext<Config>) =>
  !tls && !signal.aborted && (await speaksTls({ host, port, to }, signal));

async function connect(context: AdapterContext<Config>): Promise<Session> {
  const { config, log, adapter } = context;
  const { default: irc } = await loadLibrary("irc-framework", () => import("irc-framework"));
  const socket = await dial(context);
  const transport = new LineTransport(socket, (error) => {
    log.warn({ adapter, reason: String(error).slice(0, 300) }, "A line of the IRC server could not be parsed");
  });
  const client = new irc.Client({
    nick: config.nick,
    username: config.nick.replace(/[^A-Za-z0-9]/g, "").slice(0, 9) || "postern",
    gecos: config.realname ?? "Postern",
    version: false,
    // Otherwise the library would send the server's password to an account.
    account: {},
    auto_reconnect: false,
    ping_interval: 0,
    ping_timeout: 0,
    enable_echomessage: true,
    sasl_disconnect_on_fail: false,
    // irc-framework creates its transport with `new`. The constructor returns the existing one.
    transport: class {
      constructor() {
        // biome-ignore lint/correctness/noConstructorReturn: the connection is already open
        return transport;
      }
    },
  });
  return createSession(context, client, transport, createTroubles(context));
}

function dial({ config, hosts: to, signal }: AdapterContext<Config>): Promise<Socket> {
  const { host, port, tls = true, plain = false, ca } = config;
  const remedy = "connect with TLS, or set plain to true";
  if (!tls) return connectPlain({ host, port: port ?? 6667, to }, { anywhere: plain, signal, else: remedy });
  const withoutTls = { hello: "PING :postern\r\n", else: "Set tls to false, or use its port for TLS." };
  return connectSecurely({ host, port: port ?? 6697, to, ...(ca !== undefined && { ca }) }, signal, withoutTls);
}

interface Parts {
  readonly outbound: ReturnType<typeof createOutbound>;
  readonly intake: ReturnType<typeof createIntake>;
}

function link(session: Session, { outbound, intake }: Parts): Link {
  const { context, client, transport, troubles, gone } = session;
  let closing: Promise<void> | undefined;

  async function end(): Promise<void> {
    if (transport.isConnected()) client.raw("QUIT", ":Postern");
    await settledWithin(QUIT_TIMEOUT, gone);
    transport.disposeSocket();
    await closed;
  }

  const closed = gone.then(async () => {
    context.signal.removeEventListener("abort", stop);
    // Messages that were already read are stored before the next connection starts.
    await settledWithin(STORE_TIMEOUT, intake.idle());
    intake.stop();
    return { reason: closing ? "Closed" : closeReason(session) };
  });

  const close = () => {
    closing ??= end();
    return closing;
  };
  const stop = () => void close();
  if (context.signal.aborted) stop();
  else context.signal.addEventListener("abort", stop, { once: true });
  // The caller can only handle reports after it has the link.
  setImmediate(troubles.report);

  return { closed, ping: outbound.ping, send: outbound.send, close };
}
