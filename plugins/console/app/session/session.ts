import type { Client } from "@postern/client";
import type { Api } from "@postern/client/api";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Effect } from "../data/effect.ts";
import { createLive, type Live } from "../data/live.ts";
import { type AddedPage, addedPages } from "./added-pages.ts";
import { forget, type Kept } from "./kept.ts";
import { isRefusedKey } from "./refused-key.ts";
import { clientWith } from "./sign-in.ts";

/** An operation of the gateway, without its fields. */
export interface Listed {
  readonly id: string;
  readonly effect: Effect;
  readonly summary: string;
}

/** Somebody who is signed in. */
export interface Session {
  readonly client: Client<Api>;
  readonly key: string;
  /** The name of the key. */
  readonly label: string;
  /** The name of the person: the agent or the name of the key that the console's own was created from. */
  readonly name: string;
  readonly contextId: string;
  readonly isAdmin: boolean;
  /** Unix milliseconds. */
  readonly expiresAt: number | undefined;
  /** What this key may call or propose, by id. */
  readonly operations: ReadonlyMap<string, Listed>;
  /** Pages of plugins. */
  readonly pages: readonly AddedPage[];
  readonly live: Live;
  may(...ids: readonly string[]): boolean;
  /** Stops the connections and forgets the key. A key of the console is also revoked. */
  signOut(): Promise<void>;
  /** Reports an error of a call: a key that is not valid any more ends the session. */
  failed(error: unknown): void;
}

/** Starts a session. `end` is called once, when it has ended. Throws if the gateway refuses the key. */
export async function startSession({ key, isOwn, name }: Kept, end: (reason?: string) => void): Promise<Session> {
  const client = clientWith(key);
  const { context, scopes, operations: executable, proposable } = await client.context.whoami();
  const allowed = new Set([...executable, ...proposable]);
  const operations = new Map(
    (allowed.has("context.scopes") ? (await client.context.scopes()).operations : [...allowed].map(unknown))
      .filter(({ id }) => allowed.has(id))
      .map((operation) => [operation.id, operation]),
  );
  const pages = await addedPages(client, operations);
  let isOver = false;
  const finish = (reason?: string): void => {
    if (isOver) return;
    isOver = true;
    live.stop();
    forget();
    end(reason);
  };
  const failed = (error: unknown): void => {
    if (isRefusedKey(error)) finish("Your key has been revoked or has expired. Sign in again.");
  };
  const live = createLive(client, allowed.has("events.list"), failed);
  return {
    client,
    key,
    label: context.label,
    name: name ?? context.agentId ?? context.label,
    contextId: context.id,
    isAdmin: scopes.includes("*"),
    expiresAt: context.expiresAt,
    operations,
    pages,
    live,
    may: (...ids) => ids.every((id) => operations.has(id)),
    failed,
    async signOut() {
      live.stop();
      try {
        if (isOwn) await client.context.revoke({ id: context.id }, { execute: true });
      } finally {
        finish();
      }
    },
  };
}

/** Keys without the right to list scopes do not learn effects; then every plan is shown. */
const unknown = (id: string): Listed => ({ id, effect: "external", summary: id });

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("This part of the console requires a signed-in user");
  return session;
}
