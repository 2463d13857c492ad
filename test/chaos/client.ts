import { setTimeout as pause } from "node:timers/promises";
import type { Gateway } from "./gateways.ts";
import type { Attempt, Body, Call, History } from "./history.ts";
import type { Random } from "./random.ts";

/** How long a client waits for an answer before it repeats a call, in milliseconds. */
const PATIENCE = 3_000;
/** How long a call to one gateway is waited for and repeated: it may read the whole store. */
const LONG_PATIENCE = 60_000;

export interface Options {
  /** The Idempotency-Key of a command. */
  readonly key?: string;
  /** The gateway that is asked first; by default the one that answered last. */
  readonly to?: number;
  /** Whether no other gateway may answer. Then the call ends without an answer after a minute. */
  readonly isFixed?: boolean;
  /** A position that the answer must have seen. */
  readonly position?: string | undefined;
}

/** A client that repeats what has no known outcome, at another gateway, until it is answered. */
export interface Client {
  readonly name: string;
  readonly random: Random;
  call(operation: string, input: Call["input"], options?: Options): Promise<Call>;
  /** A query, which becomes part of the history only if it fails. */
  ask(operation: string, input: Call["input"], options?: Options): Promise<Call>;
}

export interface ClientSetting {
  readonly gateways: readonly Gateway[];
  readonly key: string;
  readonly history: History;
  /** Ends calls that are never answered. */
  readonly signal: AbortSignal;
}

export function createClient(setting: ClientSetting, workload: string, name: string, random: Random): Client {
  const { gateways, history, signal } = setting;
  let last = random.between(0, gateways.length - 1);
  let count = 0;

  async function call(operation: string, input: Call["input"], options: Options = {}): Promise<Call> {
    const { key } = options;
    const id = `${name}-${++count}`;
    const made: Call = { id, workload, operation, input, key, begun: performance.now(), attempts: [] };
    history.calls.push(made);
    await complete(made, options);
    return made;
  }

  async function ask(operation: string, input: Call["input"], options: Options = {}): Promise<Call> {
    const id = `${name}-q${++count}`;
    const made: Call = { id, workload, operation, input, key: undefined, begun: performance.now(), attempts: [] };
    await complete(made, options);
    if (made.status !== undefined && made.status !== 200) history.failedQueries.push(made);
    return made;
  }

  async function complete(made: Call, { to = last, position, isFixed = false }: Options): Promise<void> {
    const patience = isFixed ? LONG_PATIENCE : PATIENCE;
    const isLate = () => isFixed && performance.now() > made.begun + LONG_PATIENCE;
    for (let at = to; !signal.aborted && !isLate(); at = isFixed ? to : (at + 1) % gateways.length) {
      const requestId = `${made.id}.${made.attempts.length + 1}`;
      const outcome = await request(made, gateways[at] as Gateway, requestId, patience, position);
      made.attempts.push({ requestId, gateway: at, ...outcome });
      if (outcome.outcome === "answered") {
        last = at;
        made.ended = performance.now();
        return;
      }
      await pause(random.between(20, 200));
    }
  }

  async function request(
    made: Call,
    { url }: Gateway,
    requestId: string,
    patience: number,
    position: string | undefined,
  ): Promise<Pick<Attempt, "outcome" | "detail">> {
    const headers = {
      authorization: `Bearer ${setting.key}`,
      "content-type": "application/json",
      "x-request-id": requestId,
      ...(made.key !== undefined && { "idempotency-key": made.key }),
      ...(position !== undefined && { "postern-position": position }),
    };
    try {
      const response = await fetch(`${url}/api/v1/${made.operation.replaceAll(".", "/")}`, {
        method: "POST",
        headers,
        body: JSON.stringify(made.input),
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      });
      const body = (await response.json()) as Body;
      if (response.status === 503)
        return { outcome: body.outcomeUnknown === true ? "unknown" : "refused", detail: String(body.detail) };
      made.status = response.status;
      made.body = body;
      made.position = response.headers.get("postern-position") ?? undefined;
      made.isReplay = response.headers.get("idempotent-replayed") === "true";
      return { outcome: "answered" };
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { code?: string } };
      const isRefused = cause?.code === "ECONNREFUSED";
      return { outcome: isRefused ? "refused" : "unknown", detail: cause?.code ?? message };
    }
  }

  return { name, random, call, ask };
}
