import { omitUndefined, type Reads } from "@postern/core";
import { type ConnectionRecord, connections } from "./collections.ts";
import { candidatesOf } from "./connection.ts";
import type { ConnectionDirectory, ConnectionRef } from "./services.ts";

export function createDirectory({ store }: { store: Reads }): ConnectionDirectory {
  return {
    async find({ connection, provider }) {
      if (connection === undefined) return provider === undefined ? undefined : refOf(await bestOf(store, provider));
      const found = await candidatesOf(store, connection, provider);
      return found.length === 1 ? refOf(found[0]) : undefined;
    },
  };
}

/** Up to ten connections of a provider with a given status. */
export async function ofProvider(store: Reads, provider: string, status: "active" | "disabled") {
  const { items } = await store.find(connections, { by: "byStatus", prefix: [status, provider], limit: 10 });
  return items;
}

async function bestOf(store: Reads, provider: string): Promise<ConnectionRecord | undefined> {
  return (await ofProvider(store, provider, "active"))[0] ?? (await ofProvider(store, provider, "disabled"))[0];
}

function refOf(record: ConnectionRecord | undefined): ConnectionRef | undefined {
  if (!record) return undefined;
  const { id, provider, connection, status, statusReason } = record;
  return omitUndefined({ id, provider, connection, status, statusReason });
}
