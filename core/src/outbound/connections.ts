import type { Socket } from "node:net";
import type { Agent, buildConnector } from "undici";
import type { HostRule } from "./host-rule.ts";
import { guardedLookup } from "./lookup.ts";

/** Connections to hosts that a rule allows. */
export interface Connections {
  readonly rule: HostRule;
  agent(): Promise<Agent>;
  /** Ends all of them, also those that are being made. */
  close(): void;
}

interface Setting {
  /** Connections to an origin that are kept for further requests; none by default, then each serves one request. */
  readonly keep?: number;
  /** Milliseconds until a connection has to be made; 10,000 by default. */
  readonly connectTimeout?: number;
  readonly resolve?: Parameters<typeof guardedLookup>[2];
}

/** The connector returns its socket, though its types do not say so. */
type Connector = (options: buildConnector.Options, done: buildConnector.Callback) => Socket;

export function openConnections(rule: HostRule, { keep = 0, connectTimeout, resolve }: Setting = {}): Connections {
  const sockets = new Set<Socket>();
  let isClosed = false;

  async function open(): Promise<Agent> {
    // The client is loaded by the first request: it would cost each start of the command line.
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
