import type { Socket } from "node:net";
import type { Agent, buildConnector } from "undici";
import type { HostRule } from "./host-rule.ts";
import { guardedLookup } from "./lookup.ts";

/** Connections to hosts that a rule allows. */
export interface Connections {
  readonly rule: HostRule;
  agent(): Promise<Agent>;
  /** Closes all connections, including those being established. */
  close(): void;
}

interface Setting {
  /**
   * Maximum number of connections per origin kept for further requests. By default none: each connection serves one
   * request.
   */
  readonly keep?: number;
  /** Time limit for establishing a connection in milliseconds; 10,000 by default. */
  readonly connectTimeout?: number;
  readonly resolve?: Parameters<typeof guardedLookup>[2];
}

/** The connector returns its socket, contrary to its types. */
type Connector = (options: buildConnector.Options, done: buildConnector.Callback) => Socket;

/** Opens connections to the hosts that a rule allows. Addresses are checked after each lookup. */
export function openConnections(rule: HostRule, { keep = 0, connectTimeout, resolve }: Setting = {}): Connections {
  const sockets = new Set<Socket>();
  let isClosed = false;

  async function open(): Promise<Agent> {
    // Loaded by the first request, because it would slow down each start of the command line.
    const undici = await import("undici");
    const connectorFor = (isSecure: boolean) =>
      undici.buildConnector({
        lookup: guardedLookup(rule, isSecure, resolve),
        timeout: connectTimeout ?? 10_000,
      }) as unknown as Connector;
    const [plain, secure] = [connectorFor(false), connectorFor(true)];
    return new undici.Agent({
      ...(keep === 0 ? { pipelining: 0 } : { pipelining: 1, connections: keep }),
      connect(options, done) {
        const socket = (options.protocol === "https:" ? secure : plain)(options, done);
        sockets.add(socket.once("close", () => sockets.delete(socket)));
        if (isClosed) socket.destroy();
      },
    });
  }

  let opening: Promise<Agent> | undefined;
  return {
    rule,
    agent() {
      if (isClosed) return Promise.reject(new Error("These connections were closed"));
      opening ??= open();
      return opening;
    },
    close() {
      isClosed = true;
      for (const socket of sockets) socket.destroy();
      void opening?.then((agent) => agent.destroy());
    },
  };
}
