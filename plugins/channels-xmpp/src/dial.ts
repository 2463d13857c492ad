import type { SrvRecord } from "node:dns";
import { resolveSrv } from "node:dns/promises";
import type { Socket } from "node:net";
import { connectPlain, connectSecurely, type Endpoint, speaksTls, startTls } from "@postern/channels/kind";
import { type AdapterContext, verdictOf } from "@postern/channels/services";
import type { Config } from "./config.ts";

interface Place {
  readonly host: string;
  readonly port: number;
  /** Whether TLS starts immediately, without STARTTLS. */
  readonly direct: boolean;
}

type Dialing = Pick<AdapterContext<Config>, "config" | "hosts" | "signal">;

const MAX_COUNT = 65_536;
const PATIENCE = 15_000;
const TLS = "urn:ietf:params:xml:ns:xmpp-tls";

/** Connects to the server of the account, with TLS unless the configuration allows otherwise. */
export async function dial(context: Dialing, domain: string): Promise<Socket> {
  const { config, signal } = context;
  let failure: unknown;
  for (const place of config.service ? [placeOf(config.service)] : await placesOf(domain)) {
    try {
      return await connect(place, domain, context);
    } catch (error) {
      // A temporary failure takes precedence over a permanent one, because it can be retried.
      failure = failure === undefined || verdictOf(failure) ? error : failure;
      if (signal.aborted) break;
    }
  }
  throw failure;
}

async function connect({ host, port, direct }: Place, domain: string, { config, hosts: to, signal }: Dialing) {
  const { plain = false, ca } = config;
  // The certificate must be for the domain, whatever host its DNS names.
  const endpoint: Endpoint = { host, port, to, name: domain, ...(ca !== undefined && { ca }) };
  if (plain) return connectPlain(endpoint, { anywhere: false, signal, else: "connect with TLS" });
  if (direct) {
    const remedy = "Use an xmpp:// service, which starts TLS later.";
    return connectSecurely(endpoint, signal, { hello: streamHeader(domain), else: remedy });
  }
  const socket = await connectPlain(endpoint, { anywhere: true, signal, else: "" });
  try {
    await requestTls(socket, domain).catch(async (error) => {
      throw await clearer(error, endpoint, signal);
    });
    return await startTls(socket, endpoint, signal);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** The error of a connection without TLS, or a clearer one if the port is for TLS: servers close it without a word. */
async function clearer(error: unknown, endpoint: Endpoint, signal: AbortSignal): Promise<unknown> {
  if (signal.aborted || !(await speaksTls(endpoint, signal))) return error;
  return new Error("The server expects TLS on this port. Use an xmpps:// service.");
}

/** The same for a login that failed before the server said anything. */
export async function clearerFor(
  error: unknown,
  { config, hosts: to, signal }: Dialing,
  domain: string,
): Promise<unknown> {
  const [place] = config.service ? [placeOf(config.service)] : await placesOf(domain);
  return config.plain && place ? clearer(error, { ...place, to }, signal) : error;
}

const streamHeader = (domain: string): string =>
  `<?xml version='1.0'?><stream:stream to='${domain}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`;

/** Nothing but the request for TLS is sent before it, and nothing received before it is used. */
async function requestTls(socket: Socket, domain: string): Promise<void> {
  socket.write(streamHeader(domain));
  const features = await readUntil(socket, /<\/(?:stream:)?features>|<(?:stream:)?features\s*\/>|<\/stream:stream>/);
  if (!/<starttls[\s/>]/.test(features) || !features.includes(TLS)) {
    throw new Error("The server does not offer STARTTLS. Use an xmpps:// service for direct TLS.");
  }
  socket.write(`<starttls xmlns='${TLS}'/>`);
  const answer = await readUntil(socket, />\s*$/);
  if (!/^\s*<proceed[^<>]*(?:\/>|><\/proceed>)\s*$/.test(answer)) throw new Error("The server did not start TLS");
}

function readUntil(socket: Socket, end: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const done = (error?: Error) => {
      clearTimeout(late);
      socket.off("data", take).off("close", gone).off("error", done);
      socket.pause();
      if (error) reject(error);
      else resolve(text);
    };
    const take = (data: Buffer) => {
      text += data.toString("latin1");
      if (end.test(text)) done();
      else if (text.length > MAX_COUNT) done(new Error("The server sent too much data before TLS started"));
    };
    const gone = () => done(new Error("The server closed the connection before TLS started"));
    const late = setTimeout(() => done(new Error("The server did not answer")), PATIENCE);
    socket.on("data", take).once("close", gone).once("error", done);
    socket.resume();
  });
}

function placeOf(service: string): Place {
  const { protocol, hostname, port } = new URL(service);
  const direct = protocol === "xmpps:";
  const host = hostname.replace(/^\[|\]$/g, "");
  return { host, direct, port: port === "" ? (direct ? 5223 : 5222) : Number(port) };
}

/** The servers in the domain's SRV records, those with direct TLS first. */
async function placesOf(domain: string): Promise<Place[]> {
  const [direct, upgraded] = await Promise.all([
    resolveSrv(`_xmpps-client._tcp.${domain}`).catch(() => []),
    resolveSrv(`_xmpp-client._tcp.${domain}`).catch(() => []),
  ]);
  const places = [...inOrder(direct, true), ...inOrder(upgraded, false)].slice(0, 6);
  return places.length > 0 ? places : [{ host: domain, port: 5222, direct: false }];
}

const inOrder = (records: SrvRecord[], direct: boolean): Place[] =>
  records
    .filter(({ name }) => name !== "" && name !== ".")
    .sort((a, b) => a.priority - b.priority || b.weight - a.weight)
    .map(({ name, port }) => ({ host: name, port, direct }));
