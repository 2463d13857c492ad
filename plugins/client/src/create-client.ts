import { type CallOptions, callOperation } from "./calls/call.ts";
import { listAll } from "./calls/list.ts";
import { planOperation } from "./calls/plan.ts";
import { type ProposeOptions, proposeOperation } from "./calls/propose.ts";
import { type UploadSource, uploadParts } from "./calls/upload.ts";
import type { Client } from "./client.ts";
import { type EventOptions, followEvents } from "./events/follow.ts";
import { PosternError } from "./http/error.ts";
import { type RawRequest, sendRequest } from "./http/raw.ts";
import { createTransport, type RequestOptions, type Transport, type TransportOptions } from "./http/transport.ts";
import { createPaths } from "./paths.ts";
import type { TurnHandler } from "./work/turn.ts";
import { type WorkOptions, workTurns } from "./work/work.ts";

/** Creates a client of a gateway. It opens no connection until its first call. */
export function createClient<Api extends object>(options: TransportOptions): Client<Api> {
  const transport = createTransport(options);
  const own = ownFunctions(transport);
  const bySuffix = suffixFunctions(transport);
  return createPaths((path, args) => {
    const id = path.join(".");
    const found = own[id];
    if (found) return found(...args);
    const last = path.at(-1) as string;
    const suffix = path.length > 2 ? bySuffix[last] : undefined;
    if (suffix) return suffix(path.slice(0, -1).join("."), ...args);
    const [input, given] = args as [unknown, CallOptions | undefined];
    return callOperation(transport, id, input, given);
  }) as Client<Api>;
}

type Functions = Readonly<Record<string, ((...args: never[]) => unknown) & ((...args: unknown[]) => unknown)>>;

/** Functions that are no operations: no operation has an id of one word. */
const ownFunctions = (transport: Transport): Functions => ({
  events: (options) => followEvents(transport, options as EventOptions),
  request: (path, options) => sendRequest(transport, path as string, options as RawRequest),
  "is-error": (error, code) => error instanceof PosternError && (error.code as string) === code,
  "agents.turns.work": (agent, handler, options) =>
    workTurns(transport, agent as string, handler as TurnHandler, options as WorkOptions),
});

/** Functions of operations, which follow their ids. */
const suffixFunctions = (transport: Transport): Functions => ({
  plan: (id, input, options) => planOperation(transport, id as string, input, options as CallOptions),
  propose: (id, input, options) => proposeOperation(transport, id as string, input, options as ProposeOptions),
  all: (id, input, options) => listAll(transport, id as string, input, options as RequestOptions),
  from: (id, source, fields, options) =>
    uploadParts(transport, id as string, source as UploadSource, fields as object, options as RequestOptions),
});
