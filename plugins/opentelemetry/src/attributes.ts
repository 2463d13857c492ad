import type { Attributes } from "@opentelemetry/api";
import { type Answer, type Call, isGatewayError, type Task } from "@postern/core";
import { turnAttributes, turnName } from "./gen-ai.ts";

/** What is known of a call when it begins. Neither its input nor its answer is part of a trace. */
export const callAttributes = ({ operation, caller, requestId }: Call): Attributes => ({
  "rpc.system.name": "postern",
  "rpc.method": operation.id,
  "postern.operation": operation.id,
  "postern.context": caller.contextId,
  ...(requestId !== undefined && { "postern.request": requestId }),
});

/** What a call did. */
export const answerAttributes = ({ operation }: Call, answer: Answer): Attributes => ({
  "postern.mode": operation.kind === "query" ? "query" : answer.done ? "execute" : answer.pending ? "propose" : "plan",
  "postern.outcome": "done",
  ...(answer.replayed && { "postern.replayed": true }),
});

/** Why work failed. The text of an error may contain anything, so it is left out. `unknown` names all other errors. */
export function errorAttributes(error: unknown, unknown: string): Attributes {
  const code = isGatewayError(error) ? error.code : unknown;
  return { "postern.outcome": code, "error.type": code };
}

/** Whether the gateway, or what it reaches, is at fault, and not its caller. */
export const isFault = (error: unknown): boolean => !isGatewayError(error) || error.status >= 500;

export const taskName = (task: Task): string => turnName(task) ?? task.name;

/** What is known of a task when it ends. */
export function taskAttributes(task: Task): Attributes {
  const { name, facts } = task;
  const { entry, turn, attempt } = facts;
  return {
    "postern.task": name,
    ...(entry !== undefined && { "postern.entry": entry }),
    ...(turn !== undefined && { "postern.turn": turn }),
    ...(attempt !== undefined && { "postern.attempt": attempt }),
    ...(turnName(task) !== undefined && turnAttributes(task)),
  };
}
