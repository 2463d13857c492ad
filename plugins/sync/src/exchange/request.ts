import {
  type Connections,
  type HostRule,
  openConnections,
  parseRetryAfter,
  RequestFailed,
  readBytes,
  request,
} from "@postern/kit/outbound";
import { MAX_BODY } from "../schemas.ts";
import { brokenBy, Fault } from "./fault.ts";

/** Another gateway with its key. Its connections are kept open until they are closed explicitly. */
export interface Peer {
  readonly consoleUrl: string;
  readonly key: string;
  readonly signal: AbortSignal;
  readonly connections: Connections;
}

export const openPeer = ({ hosts, ...peer }: Omit<Peer, "connections"> & { readonly hosts: HostRule }): Peer => ({
  ...peer,
  connections: openConnections(hosts, { keep: 4 }),
});

interface PeerRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  /** Milliseconds for the whole request. */
  readonly timeout: number;
}

/** Sends a request and returns the JSON response. Throws a Fault unless the status is 200. */
export async function ask(peer: Peer, { method, path, body, timeout }: PeerRequest): Promise<unknown> {
  const { consoleUrl, key, signal, connections } = peer;
  try {
    const { status, headers, chunks } = await request(`${consoleUrl}/api/v1/${path}`, {
      to: connections,
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "user-agent": "Postern",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeout,
      mostBytes: MAX_BODY,
      signal,
    });
    const text = String(await readBytes(chunks));
    if (status !== 200) throw faultOf(status, codeIn(text), parseRetryAfter(headers["retry-after"], Date.now()));
    return jsonIn(text);
  } catch (error) {
    throw error instanceof RequestFailed ? brokenBy(error) : error;
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault("nonsense", "its response is not JSON. Check that the URL is the address of a gateway");
  }
}

function codeIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { code?: unknown } | null)?.code;
  } catch {
    return undefined;
  }
}

/** Only known codes are reported, because other contents of the response may be anything. */
function faultOf(status: number, code: unknown, wait: number | undefined): Fault {
  if (status === 401) return new Fault("not_permitted", "it does not know the key of the connection (401)");
  if (code === "gateway.forbidden_host")
    return new Fault(
      "not_permitted",
      "it does not accept the host name in consoleUrl. Add the name to its setting `hosts` (403)",
    );
  if (status === 403)
    return new Fault("not_permitted", "the key of the connection lacks the scope sync:exchange on that gateway (403)");
  if (status === 429 || status === 503)
    return new Fault("busy", `it is busy and asks to retry later (${status})`, wait);
  if (status >= 300 && status < 400) return new Fault("redirected", `it redirects to another address (${status})`);
  if (code === "sync.off")
    return new Fault("off", 'sync is not enabled there. Run "postern sync enable" on that gateway');
  if (code === "sync.domain_disabled") return new Fault("domain_disabled", "a group was disabled on that gateway");
  if (code === "sync.same_gateway")
    return new Fault("same_gateway", "it is this gateway itself, or a copy of its store");
  if (status === 404) return new Fault("absent", "there is no gateway with sync at this address (404)");
  if (status >= 500) return new Fault("broken", `it failed (${status})`);
  return new Fault("refused", `it answers ${status}`);
}
