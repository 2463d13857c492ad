import { createClient, PosternError } from "@postern/client";
import { type Door, outcomeOf } from "../door.ts";

type Call = (input: object, options: object) => Promise<unknown>;

/** `@postern/client` over HTTP. */
export const clientDoor: Door = {
  name: "client",
  async open({ url, key }) {
    const client: unknown = createClient<Record<string, never>>({ url, key, retry: false });
    return {
      async call({ id }, input, mode, idempotencyKey) {
        // By path, as a program does: `client.chats.messages.createMany(…)`.
        const names = id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()).split(".");
        const call = names.reduce((node, name) => (node as Record<string, unknown>)[name], client) as Call;
        try {
          return outcomeOf(await call(input, { idempotencyKey, ...(mode === "execute" && { execute: true }) }));
        } catch (error) {
          if (!(error instanceof PosternError)) throw error;
          const { code, status, data } = error;
          return { kind: "error", code, status, data };
        }
      },
    };
  },
};
