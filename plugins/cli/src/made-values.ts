import { randomUUID } from "node:crypto";
import type { OperationEntry } from "@postern/core";
import { actorId } from "./actor-name.ts";
import type { Flag } from "./flags.ts";
import type { Connection } from "./remote.ts";

/** Fills in the fields that the command line makes: a random id, or the caller's name as an id. */
export async function fillMadeValues(
  flags: readonly Flag[],
  body: Record<string, unknown>,
  operations: readonly OperationEntry[],
  connection: Pick<Connection, "send">,
): Promise<void> {
  for (const { field, made, required } of flags) {
    const value = body[field];
    if (made === "caller" && typeof value === "string") body[field] = actorId(value);
    if (made === undefined || !required || value !== undefined) continue;
    body[field] = made === "random" ? randomUUID() : await callerName(operations, connection);
  }
}

/** The agent of the key, or the label of the key. Undefined if the gateway cannot say: the operation then asks for it. */
export async function callerName(
  operations: readonly OperationEntry[],
  connection: Pick<Connection, "send">,
): Promise<string | undefined> {
  const whoami = operations.find(({ id }) => id === "context.whoami");
  if (!whoami) return undefined;
  const { status, text } = await connection.send(whoami.path, {
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  if (status !== 200) return undefined;
  const { context } = JSON.parse(text) as { context: { label: string; agentId?: string } };
  return actorId(context.agentId ?? context.label).slice(0, 128);
}
