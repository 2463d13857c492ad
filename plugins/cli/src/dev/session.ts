import type { ServerResponse } from "node:http";
import type { Gateway } from "@postern/core";
import { type Admission, type NodeHandler, toNodeHandler } from "@postern/core/server";

/** A server whose gateway can be replaced. */
export interface Session {
  readonly handle: NodeHandler;
  /** Stops the current gateway, then opens and starts the next. Requests in the meantime wait for it. */
  replace(open: () => Promise<Gateway>, admission: Admission): Promise<Gateway>;
  readonly isServing: boolean;
  stop(): Promise<void>;
}

/** How long, in milliseconds, a restart waits for calls in progress. */
const PATIENCE = 2_000;

export function createSession(): Session {
  let current: Gateway | undefined;
  let answer: Promise<NodeHandler> = Promise.resolve(unavailable);
  const calls = new Set<ServerResponse>();
  let onIdle = () => {};

  async function stop(): Promise<void> {
    if (calls.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, PATIENCE);
        onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await current?.stop();
    current = undefined;
  }

  return {
    handle(req, res) {
      answer.then((listener) => {
        // A GET request may be an event stream, which ends with its gateway.
        if (req.method !== "GET") {
          calls.add(res);
          res.once("close", () => {
            calls.delete(res);
            if (calls.size === 0) onIdle();
          });
        }
        listener(req, res);
      });
    },
    async replace(open, admission) {
      const next = stop().then(async () => {
        const gateway = await open();
        try {
          await gateway.start();
        } catch (error) {
          await gateway.stop();
          throw error;
        }
        current = gateway;
        return gateway;
      });
      answer = next.then(
        (gateway) => toNodeHandler(gateway, admission),
        () => unavailable,
      );
      return next;
    },
    get isServing() {
      return current !== undefined;
    },
    stop,
  };
}

/** The reason is only shown in the terminal, to the author of the plugin. */
const unavailable: NodeHandler = (_req, res) => {
  const detail = 'The plugin cannot be loaded. See the output of "postern dev".';
  const problem = { type: "about:blank", title: "Unavailable", status: 503, code: "gateway.unavailable", detail };
  res.writeHead(503, { "content-type": "application/problem+json" }).end(JSON.stringify(problem));
};
