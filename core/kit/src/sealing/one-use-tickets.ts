import { hash, randomBytes } from "node:crypto";
import { gatewayErrors, type PluginContext, T } from "@postern/core";
import { defineCollection, type Reads } from "@postern/core/storage";
import { isOutdated } from "../access/rotation.ts";
import { isTicketTime } from "../access/ticket-time.ts";
import { type SigningSecret, signerOf } from "./signer.ts";

const MAX_LENGTH = 4_096;
/** How many records of expired tickets are removed with each use. */
const PORTION = 10;

/** The collection of the tickets that were used, by their digests. */
export const defineUsedTickets = (name: string) =>
  defineCollection(name, {
    schema: T.Object({ digest: T.String(), expiresAt: T.Integer() }),
    key: ({ digest }) => [digest],
    indexes: { byExpiry: ({ expiresAt }) => [expiresAt] },
  });

/** Whose rights a ticket has. */
interface Whose {
  readonly contextId: string;
}

/** Tickets that are valid once, for `lifetime` milliseconds, at any gateway of a store. */
export interface OneUseTickets<Content extends Whose> {
  /** A signed ticket. Throws `gateway.unavailable` if the store does not accept writes. */
  issue(store: Reads, content: Content, now: number): Promise<{ ticket: string; expiresAt: number }>;
  /**
   * Consumes a ticket. Returns undefined if it is not one, was used, has expired, or the key of its context was rotated since. The commit decides which of
   * several gateways was first.
   */
  use(host: Pick<PluginContext, "store" | "transact" | "now">, text: string): Promise<Content | undefined>;
  /** Whether `use` would accept the ticket now. Consumes nothing. */
  isValid(host: Pick<PluginContext, "store" | "now">, text: string): Promise<boolean>;
}

/** A ticket as it was issued, with the digest by which its use is stored. */
interface Issued<Content> {
  readonly ticket: Content & { readonly expiresAt: number };
  readonly digest: string;
}

/** Only the use of a ticket is stored. The content can be read by whoever has the ticket, so it must not be secret. */
export function oneUseTickets<Content extends Whose>({
  signings,
  usedTickets,
  lifetime,
}: {
  signings: SigningSecret;
  usedTickets: ReturnType<typeof defineUsedTickets>;
  lifetime: number;
}): OneUseTickets<Content> {
  async function read({ store, now }: Pick<PluginContext, "store" | "now">, text: string) {
    const signer = await signerOf(store, signings);
    const [payload, signature] = text.length <= MAX_LENGTH ? text.split(".") : [];
    if (payload === undefined || signature === undefined || !signer?.isSigned(payload, signature)) return undefined;
    const ticket = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as Issued<Content>["ticket"];
    if (!isTicketTime(ticket.expiresAt, now(), lifetime)) return undefined;
    return { ticket, digest: hash("sha256", text, "base64url") } satisfies Issued<Content>;
  }
  return {
    async issue(store, content, now) {
      const signer = await signerOf(store, signings);
      if (!signer) throw gatewayErrors.Unavailable({ reason: "The store does not accept writes" });
      const expiresAt = now + lifetime;
      // The nonce makes two tickets with the same content different.
      const ticket = { ...content, expiresAt, nonce: randomBytes(12).toString("base64url") };
      const payload = Buffer.from(JSON.stringify(ticket)).toString("base64url");
      return { ticket: `${payload}.${signer.sign(payload)}`, expiresAt };
    },
    async use(host, text) {
      const issued = await read(host, text);
      if (!issued) return undefined;
      const { ticket, digest } = issued;
      const isFirst = await host.transact(async ({ store, now }) => {
        if (await store.get(usedTickets, digest)) return false;
        if (await isOutdated(store, ticket.contextId, ticket.expiresAt - lifetime)) return false;
        const old = { by: "byExpiry", to: [now - lifetime], limit: PORTION } as const;
        for (const { digest } of (await store.unchecked.find(usedTickets, old)).items)
          await store.delete(usedTickets, digest);
        await store.put(usedTickets, { digest, expiresAt: ticket.expiresAt });
        return true;
      });
      return isFirst ? ticket : undefined;
    },
    async isValid(host, text) {
      const issued = await read(host, text);
      return issued !== undefined && (await host.store.get(usedTickets, issued.digest)) === undefined;
    },
  };
}
