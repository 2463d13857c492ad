import { randomUUID } from "node:crypto";
import { actorId } from "@postern/client/actor-names";
import type { OperationEntry } from "@postern/core";
import type { Flag } from "./flags.ts";
import type { Connection } from "./remote.ts";

/**
 * Fills in the fields that the command line makes: a random id, or the caller's name as an id. Returns the fields with
 * random ids, which a repeated command must have to do the same.
 */
export async function fillMadeValues(
  flags: readonly Flag[],
  body: Record<string, unknown>,
  operations: readonly OperationEntry[],
  connection: Pick<Connection, "send">,
): Promise<Readonly<Record<string, string>>> {
  const random: Record<string, string> = {};
  for (const { field, made, required } of flags) {
    const value = body[field];
    if (made === "caller" && typeof value === "string") body[field] = actorId(value);
    if (made === undefined || !required || value !== undefined) continue;
    if (made === "random") random[field] = randomUUID();
    body[field] = random[field] ?? (await callerName(operations, connection));
  }
  return random;
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
