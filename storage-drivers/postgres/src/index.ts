import { beforeWriting, type CompleteDriver, type Guarantees, type StoreDriver } from "@postern/core/storage";
import { type PostgresOptions, readOptions } from "./options.ts";
import { closedError } from "./pool.ts";
import { openSession, type Session } from "./session.ts";

export type { PostgresOptions } from "./options.ts";

const GUARANTEES: Guarantees = {
  durable: true,
  processes: "many",
  machines: "many",
  atomic: "native",
  checksum: "record",
};

/** A store in PostgreSQL, which several gateways on several machines can share. */
export default function postgres(options: PostgresOptions): StoreDriver & CompleteDriver {
  const settings = readOptions(options);
  const guarantees = settings.allowDataLoss ? { ...GUARANTEES, durable: "as the driver" as const } : GUARANTEES;
  let session: Session | undefined;

  function current(): Session {
    if (session) return session;
    throw closedError(settings);
  }

  return {
    name: "postgres",
    guarantees,
    async open() {
      session ??= await openSession(settings);
    },
    getItem: (key: string) => current().reads.getItem(key),
    hasItem: async (key: string) => (await current().reads.getItem(key)) !== null,
    getKeys: async () => current().reads.keys({ start: "", end: "\uffff", limit: Number.MAX_SAFE_INTEGER }),
    range: (query) => current().reads.range(query),
    keys: (query) => current().reads.keys(query),
    count: (query) => current().reads.count(query),
    commit: (batches) => beforeWriting(current).commit(batches),
    committed: () => session?.committed() ?? 0,
    snapshot: () => current().snapshots.take(),
    position: () => current().position(),
    onCommit: (found) => current().onCommit(found),
    now: () => session?.now() ?? Date.now(),
    figures: () => current().figures(),
    verify: (signal) => current().verify(signal),
    trouble: () => session?.trouble(),
    async dispose() {
      const ended = session;
      session = undefined;
      await ended?.close();
    },
  };
}
