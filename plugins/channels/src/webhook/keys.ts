import type { Reads } from "@postern/core";
import { type AdapterRecord, adapters } from "../collections.ts";
import type { OurHost } from "../host.ts";
import type { HeldSecret } from "../state.ts";
import { secretIn } from "./secret.ts";

/** A secret is cached for this many milliseconds, so that a flood of requests does not fill the audit log. */
const USE = 30_000;
/** If a secret does not match, it may have been rotated: it is read again, but no more often than this. */
const AGAIN = 5_000;
const MAX_COUNT = 1_000;

/** The secrets that may have signed a request: the cached one and, if it was rotated, the current one. */
export async function* keysOf(host: OurHost, adapter: string): AsyncGenerator<string> {
  const connection = await connectionOf(host, adapter);
  if (connection === undefined) return;
  const first = use(host, adapter, connection, USE);
  const secret = await first.secret;
  if (secret !== undefined) yield secret;
  const second = use(host, adapter, connection, AGAIN);
  const newer = second === first ? undefined : await second.secret;
  if (newer !== undefined && newer !== secret) yield newer;
}

/** The connection of a webhook adapter, while it may be used. */
async function connectionOf(host: OurHost, adapter: string): Promise<string | undefined> {
  const record = await webhookOf(host.store, adapter);
  if (record?.connection === undefined) return undefined;
  const found = await host.services.connections?.find({ connection: record.connection });
  return found?.status === "active" ? found.id : undefined;
}

async function webhookOf(store: Reads, adapter: string): Promise<AdapterRecord | undefined> {
  const record = await store.get(adapters, adapter);
  return record?.kind === "webhook" ? record : undefined;
}

function use(host: OurHost, adapter: string, connection: string, age: number): HeldSecret {
  const { secrets } = host.services;
  const all = host.state.webhookSecrets;
  const now = performance.now();
  const before = all.get(adapter);
  if (before && before.connection === connection && now - before.at < age) return before;
  if (all.size >= MAX_COUNT) all.delete(all.keys().next().value as string);
  const purpose = `the adapter ${adapter}`;
  const asked = secrets?.use({ connection }, { group: "channels", purpose }, (secret) => secretIn(secret.reveal()));
  const fresh: HeldSecret = {
    connection,
    at: now,
    secret: Promise.resolve(asked).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      host.log.warn({ adapter, reason }, "The secret of a webhook adapter cannot be used");
      return undefined;
    }),
  };
  all.set(adapter, fresh);
  setTimeout(() => all.get(adapter) === fresh && all.delete(adapter), USE).unref();
  return fresh;
}
