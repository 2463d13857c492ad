import type { Client } from "@postern/core/testing";
import { expect } from "vitest";

/** Calls an operation, and returns its answer with functions that undo it and what undid it. Needs the plugin service. */
export async function undoable(client: Client, operation: string, input: object) {
  const reply = await client.post(operation, input);
  if (reply.status !== 200) throw new Error(`${operation} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  const undo = async (event?: string) => {
    const { status, body } = await client.post("service.undo", { ...(event && { event }), execute: true });
    expect(body).toMatchObject({ status: "undone" });
    expect(status).toBe(200);
    return body;
  };
  return {
    body: reply.body,
    /** Undoes the command, and returns the function that undoes this. */
    async undo() {
      const { by, answer } = await undo();
      return { answer, redo: () => undo(by) };
    },
  };
}

/** Does, undoes and does again, and expects that `look` sees each of them. */
export async function expectUndone(client: Client, operation: string, input: object, look: () => Promise<unknown>) {
  const before = await look();
  const done = await undoable(client, operation, input);
  const after = await look();
  expect(after).not.toEqual(before);
  const { redo } = await done.undo();
  expect(await look()).toEqual(before);
  await redo();
  expect(await look()).toEqual(after);
}
