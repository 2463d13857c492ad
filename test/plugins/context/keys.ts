import context from "@postern/context";
import { type Client, createClient, type TestGateway } from "@postern/core/testing";
import { expect } from "vitest";
import { notesPlugin } from "../../core/fixtures/notes.ts";

export const plugins = () => [context(), notesPlugin()] as const;
export type Plugins = ReturnType<typeof plugins>;

/** A client with a key derived by `from`. */
export async function derive({ gateway }: TestGateway<Plugins>, from: Client, input: Record<string, unknown>) {
  const { status, body } = await from.post("context.derive", { label: "child", scopes: ["notes:read"], ...input });
  expect([status, body.detail]).toEqual([200, undefined]);
  return { ...createClient(gateway.fetch, body.key, body.context.id), context: body.context };
}
export const works = async (client: Client) => (await client.post("notes.page")).status;
