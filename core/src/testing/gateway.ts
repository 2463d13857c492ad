import type { Grant } from "../define/grant.ts";
import type { Logger } from "../define/log.ts";
import type { Plugin } from "../define/plugin.ts";
import { createGateway } from "../runtime/gateway.ts";
import type { Gateway, GatewayOptions, Signatures } from "../runtime/types.ts";
import { type Advance, createTestClock } from "./clock.ts";

/** A response over HTTP. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  readonly body: any;
}

/** A caller with its own key, over the gateway's fetch handler. */
export interface Client {
  readonly key: string;
  readonly contextId: string;
  /** Posts to an operation by its id. A string or bytes are sent unchanged, anything else as JSON. */
  post(id: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Sends any other request, with the key. */
  send(path: string, init?: RequestInit): Promise<Reply>;
}

/** A gateway in memory for tests, with a clock that they advance. */
export interface TestGateway<P extends readonly Plugin[]> {
  readonly gateway: Gateway<Signatures<P>>;
  /** A client with full access. */
  readonly admin: Client;
  /** Creates a client with these grants, and optionally an agent. */
  client(scopes: readonly Grant[], agentId?: string): Promise<Client>;
  /** Lines that the gateway logged, unless `options` has a log. */
  readonly logged: readonly { level: string; message: string; fields: Record<string, unknown> }[];
  /** The gateway's clock in Unix milliseconds. Another gateway that gets it as its `now` is advanced with this one. */
  readonly now: () => number;
  /**
   * Lets `ms` milliseconds pass: waits for background work that is due, moves the clock, and waits for what became due.
   * That is the work of queues, jobs, consumers, and loops that were given `now`. Keys and leases expire as well; work
   * in progress keeps its lease. Real waiting does not end earlier: requests to other systems, limits of attempts, open
   * connections. `advance(0)` only waits. Rejects if `ms` is negative or the work takes longer than a minute;
   * `{ wait: false }` only moves the clock, for work that itself waits for the test.
   */
  readonly advance: Advance;
  stop(): Promise<void>;
}

/**
 * Starts a gateway for tests, by default in memory, also its large values. Undeclared members of answers are errors. `options.now` is the clock
 * that `advance` moves, by default that of the store or of this machine.
 */
export async function testGateway<const P extends readonly Plugin[]>(
  options: GatewayOptions<P>,
): Promise<TestGateway<P>> {
  const logged: { level: string; message: string; fields: Record<string, unknown> }[] = [];
  const { storage } = options;
  const { now, advance } = createTestClock(options.now ?? (() => storage?.now?.() ?? Date.now()));
  const gateway = createGateway<P>({
    log: listTo(logged),
    checks: { undeclared: "refuse" },
    blobs: "memory",
    ...options,
    now,
  });
  await gateway.start();
  const client = async (scopes: readonly Grant[], agentId?: string) => {
    const issued = await gateway.keys.issue({ label: "test", scopes, ...(agentId !== undefined && { agentId }) });
    return createClient(gateway.fetch, issued.key, issued.context.id, options.basePath);
  };
  return { gateway, admin: await client(["*"]), client, logged, now, advance, stop: () => gateway.stop() };
}

/** A client for any fetch handler and key. */
export function createClient(
  fetch: (request: Request) => Promise<Response>,
  key: string,
  contextId = "",
  basePath = "",
): Client {
  async function send(path: string, init: RequestInit = {}): Promise<Reply> {
    const headers = new Headers({ authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) });
    const response = await fetch(
      new Request(`http://localhost${basePath}${path}`, { ...init, headers, duplex: "half" } as RequestInit),
    );
    const text = await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== "" ? JSON.parse(text) : text,
    };
  }
  return {
    key,
    contextId,
    send,
    post(id, body, headers = {}) {
      const isRaw = typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
      const sent = body === undefined || isRaw ? (body as RequestInit["body"] | undefined) : JSON.stringify(body);
      return send(`/api/v1/${id.replaceAll(".", "/")}`, {
        method: "POST",
        ...(sent !== undefined && { body: sent }),
        headers: { ...(sent !== undefined && { "content-type": "application/json" }), ...headers },
      });
    },
  };
}

function listTo(logged: { level: string; message: string; fields: Record<string, unknown> }[]): Logger {
  const at = (level: string) => (fields: Record<string, unknown>, message: string) =>
    void logged.push({ level, message, fields });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
