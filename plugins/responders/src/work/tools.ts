import type { ClaimedTurn } from "@postern/agents/services";
import {
  type Caller,
  createCaller,
  digestOf,
  isGatewayError,
  type OperationEntry,
  rightTo,
  type TObject,
  withoutSecrets,
} from "@postern/core";
import { withheldFromModels } from "@postern/kit/access";
import type { OurHost } from "../host.ts";
import type { Tool, Tools } from "../services.ts";
import { causedByTurn } from "./task.ts";

/** Maximum number of tools: models choose badly among more, and each costs tokens in every request. */
export const MAX_TOOLS = 128;
/** Maximum length of a name in the APIs of models. */
const MAX_NAME = 64;
const MAX_DESCRIPTION = 300;

/** Its own turns are handled for it, whatever its key allows. */
const TURNS = /^agents\.turns\./;

/** What a turn's tools are called for, and until when. */
export interface Acting {
  readonly turn: Pick<ClaimedTurn, "id" | "agentId" | "cause">;
  /** The current caller of the key that created the responder. Undefined if it has ended. */
  creator(): Promise<Caller | undefined>;
  /** Rejects if nobody wants the turn answered any longer, or somebody else answers it. */
  assertHeld(): Promise<void>;
  readonly signal: AbortSignal;
}

/** The tools of a responder that answers a turn, with the rights of its creator; none without one. */
export async function toolsOf(host: OurHost, { turn, creator, assertHeld, signal }: Acting): Promise<Tools> {
  // The agent acts, with rights of a person: policies for the agent hold, and it counts as no person.
  const withheld = withheldFromModels({ lasting: "named" });
  const callerNow = async () => {
    const found = await creator();
    return found && createCaller({ ...found, agentId: turn.agentId, withheld });
  };
  const caller = await callerNow();
  const allowed = caller ? host.manifest.operations.filter((operation) => isAllowed(caller, operation)) : [];
  const byName = new Map(allowed.slice(0, MAX_TOOLS).map((operation) => [nameOf(operation.id), operation]));
  const calls = new Map<string, number>();
  const cause = causedByTurn(turn);

  /** The same call in another attempt at the turn has the same key, so that it is not carried out twice. */
  function keyOf(id: string, input: unknown): string {
    const digest = digestOf(id, input);
    const count = (calls.get(digest) ?? 0) + 1;
    calls.set(digest, count);
    return `${turn.id}.${digest}.${count}`;
  }

  async function perform({ id, kind, output }: OperationEntry, by: Caller, given: unknown): Promise<unknown> {
    const { execute, ...input } = (given ?? {}) as Record<string, unknown>;
    const command = { idempotencyKey: keyOf(id, given), ...(execute === true && { execute: true }) };
    const call = { caller: by, signal, cause };
    const answer = await host.services.gateway.call(id, input, { ...call, ...(kind === "command" && command) });
    // What a model reads it may repeat, so no secret reaches it, whoever asked it for one.
    return withoutSecrets(output as TObject, answer);
  }

  return {
    all: [...byName].map(([name, operation]) => toolOf(name, operation)),
    async call(name, input) {
      const operation = byName.get(name);
      if (!operation) return { isError: true, answer: { message: `There is no tool ${JSON.stringify(name)}` } };
      // Between the request of the model and its call, the turn may have been canceled and the key revoked.
      await assertHeld();
      const caller = await callerNow();
      if (!caller) throw new Error("The key that created the responder has ended");
      signal.throwIfAborted();
      try {
        return { isError: false, answer: await perform(operation, caller, input) };
      } catch (error) {
        // A person decides: the model must neither repeat the call nor take it for done.
        if (isGatewayError(error) && error.code === "gateway.approval_pending")
          return { isError: false, answer: { pending: true, ...(error.data as object) } };
        return { isError: true, answer: problemOf(error) };
      }
    },
  };
}

const nameOf = (id: string): string => id.replaceAll(/[.-]/g, "_").slice(0, MAX_NAME);

const isAllowed = (caller: Caller, operation: OperationEntry): boolean =>
  !TURNS.test(operation.id) && operation.scope !== "any" && rightTo(operation, caller) !== undefined;

function toolOf(name: string, { id, summary, description, dryRun, input }: OperationEntry): Tool {
  const planned = dryRun === "never" ? "" : " Answers its plan; call it again with execute: true to carry it out.";
  const text = `${summary}.${planned}${description ? ` ${description}` : ""}`;
  return { name, operation: id, description: text.slice(0, MAX_DESCRIPTION), input: withoutNotes(input) };
}

/** A schema without what only other surfaces read. */
function withoutNotes(schema: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema, (key, value) => (/^x-|^\$id$|^examples$/.test(key) ? undefined : value)));
}

/** What a model needs to correct its call. Unknown errors say nothing, because they may contain anything. */
function problemOf(error: unknown): object {
  if (!isGatewayError(error)) return { message: "The operation failed" };
  const { code, message, data, definition } = error;
  const { issues } = (data ?? {}) as { issues?: unknown };
  const fix = definition.fix?.(data);
  return { code, message, ...(issues !== undefined && { issues }), ...(fix !== undefined && { fix }) };
}
