import { type Caller, isGatewayError } from "@postern/core";
import type { Client } from "@postern/core/testing";
import type { Doors, Entry } from "./fixture.ts";

/** What a caller is told: that it may, that it waits, or why not. */
export type Decision = string;
/** A way to reach an operation. */
export type Door = (who: Client, entry: Entry) => Promise<Decision>;

export const decisionOf = (
  status: number,
  body: { code?: string; scope?: string; pending?: boolean; operation?: string },
): Decision => {
  if (status === 202 || body.pending) return "pending";
  if (body.code === "gateway.approval_pending") return "pending";
  return body.code === undefined ? "allowed" : [body.code, body.scope].filter(Boolean).join(" ");
};

export const inputOf = ({ examples: [first], dryRun }: Entry) => ({
  ...first?.input,
  ...(dryRun !== "never" && { execute: true }),
});

export async function caught(call: () => Promise<unknown>): Promise<Decision> {
  try {
    await call();
    return "allowed";
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    return decisionOf(error.status, { code: error.code, ...(error.data as object) });
  }
}

/** Of a model, or of a page of a plugin: what it gets only if a grant of its key names it. */
export const isWithheld = ({ properties }: Entry) =>
  properties.some((one) => one.startsWith("gives-") || one === "decides");

/** Doors that need no preparation. */
export function directDoors({ gateway, connect }: Doors) {
  const http: Door = async (who, entry) => {
    const { status, body } = await who.post(entry.id, inputOf(entry));
    return decisionOf(status, body);
  };
  /** A call in this process, as the caller of the key. */
  const inProcess: Door = async (who, entry) => {
    const caller: Caller | undefined = await gateway.keys.recognize(who.key);
    if (!caller) return "gateway.unauthenticated";
    const { execute, ...input } = inputOf(entry) as { execute?: boolean };
    return caught(() => gateway.call(entry.id as never, input as never, { caller, ...(execute && { execute }) }));
  };
  const batch: Door = async (who, entry) => {
    const { execute, ...input } = inputOf(entry) as { execute?: boolean };
    const line = JSON.stringify({ id: "1", operation: entry.id, input, ...(execute && { execute }) });
    const headers = { "content-type": "application/x-ndjson" };
    const { status, body } = await who.send("/api/v1/batch", { method: "POST", body: line, headers });
    if (status !== 200) return decisionOf(status, body);
    const answer = typeof body === "string" ? JSON.parse(body) : body;
    return decisionOf(answer.status, answer.body);
  };
  /** Within another command, in its commit. */
  const nested: Door = async (who, { id, examples: [first] }) => {
    const { status, body } = await who.post("nest.call", { operation: id, given: first?.input ?? {} });
    return decisionOf(status, body);
  };
  const mcpOf = async (who: Client): Promise<Door> => {
    const client = await connect({ key: who.key });
    return async (_who, entry) => {
      const result = await client.callTool({ name: entry.id.replaceAll(".", "_"), arguments: inputOf(entry) });
      const [first] = result.content as { text: string }[];
      return decisionOf(result.isError ? 400 : 200, JSON.parse(first?.text ?? "{}"));
    };
  };
  return { http, inProcess, batch, nested, mcpOf };
}
