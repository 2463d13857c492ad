import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { waitOf } from "@postern/core/outbound";
import { MOST_BODY } from "../schemas.ts";
import { guardedLookup } from "./address.ts";
import { brokenBy, Fault } from "./fault.ts";

/** A gateway, and the key that admits to it. Its connections are kept until it is closed. */
export interface Door {
  readonly consoleUrl: string;
  readonly key: string;
  readonly signal: AbortSignal;
  readonly agent: http.Agent;
}

export function openDoor(consoleUrl: string, key: string, signal: AbortSignal): Door {
  const { Agent } = consoleUrl.startsWith("https:") ? https : http;
  return { consoleUrl, key, signal, agent: new Agent({ keepAlive: true, maxSockets: 4 }) };
}

interface Asking {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  /** Milliseconds for all of it. */
  readonly timeout: number;
}

/** Asks for JSON. Redirects are not followed, for they could carry the key elsewhere. Throws a Fault for all but a 200. */
export async function ask(door: Door, asking: Asking): Promise<unknown> {
  const limit = AbortSignal.timeout(asking.timeout);
  try {
    const { status, headers, text } = await send(door, asking, AbortSignal.any([door.signal, limit]));
    const wait = waitOf(headers["retry-after"], Date.now());
    if (status !== 200) throw faultOf(status, codeIn(text), wait);
    return jsonIn(text);
  } catch (error) {
    if (door.signal.aborted) throw door.signal.reason;
    if (limit.aborted) throw new Fault("timeout", `it gave no whole answer within ${asking.timeout} ms`);
    throw brokenBy(error);
  }
}

function send({ consoleUrl, key, agent }: Door, { method, path, body }: Asking, signal: AbortSignal) {
  const url = new URL(`${consoleUrl}/api/v1/${path}`);
  const isSecure = url.protocol === "https:";
  const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const headers = {
    authorization: `Bearer ${key}`,
    "user-agent": "Postern",
    ...(sent && { "content-type": "application/json", "content-length": String(sent.length) }),
  };
  return new Promise<{ status: number; headers: IncomingMessage["headers"]; text: string }>((resolve, reject) => {
    const options = { method, headers, agent, lookup: guardedLookup(isSecure), signal } as const;
    const request = (isSecure ? https : http).request(url, options, (response) => {
      read(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        (error) => {
          request.destroy();
          reject(error);
        },
      );
    });
    request.on("error", reject);
    request.end(sent);
  });
}

async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BODY) throw new Fault("too_large", `its answer is larger than ${MOST_BODY} bytes`);
    chunks.push(chunk);
  }
  if (!response.complete) throw new Fault("cut_off", "its answer was cut in the middle");
  return Buffer.concat(chunks).toString();
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault("nonsense", "it answers what is no JSON: is this the address of a gateway?");
  }
}

function codeIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { code?: unknown } | null)?.code;
  } catch {
    return undefined;
  }
}

/** Only codes that we know are told on: what else it says may hold anything. */
function faultOf(status: number, code: unknown, wait: number | undefined): Fault {
  if (status === 401) return new Fault("not_permitted", "it does not know the key of the connection (401)");
  if (code === "gateway.forbidden_host")
    return new Fault(
      "not_permitted",
      "it does not answer for the name in consoleUrl: that is to be among its hosts (403)",
    );
  if (status === 403)
    return new Fault("not_permitted", "the connection's key lacks the scope sync:exchange there (403)");
  if (status === 429 || status === 503) return new Fault("busy", `it asks to be left alone for now (${status})`, wait);
  if (status >= 300 && status < 400) return new Fault("redirected", `it sends us elsewhere (${status})`);
  if (code === "sync.off") return new Fault("off", "sync is off there: postern sync enable, on that gateway");
  if (code === "sync.domain_disabled") return new Fault("domain_disabled", "a group was disabled there meanwhile");
  if (code === "sync.same_gateway")
    return new Fault("same_gateway", "it is this gateway itself, or a copy of its store");
  if (status === 404) return new Fault("absent", "there is no gateway with sync at that address (404)");
  if (status >= 500) return new Fault("broken", `it failed (${status})`);
  return new Fault("refused", `it answers ${status}`);
}
