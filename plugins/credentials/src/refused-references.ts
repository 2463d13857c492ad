import type { Reads } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import { placeIn } from "./backends/reference.ts";
import { type ConnectionRecord, connections } from "./collections.ts";
import type { State } from "./state.ts";

/** A connection that does not work, because the configuration does not allow its reference. */
export interface Refused {
  readonly connection: ConnectionRecord;
  readonly reason: string;
}

/** The first active connections whose references the configuration of this host does not allow. */
export async function refusedReferences(store: Reads, state: State, limit: number): Promise<Refused[]> {
  const found: Refused[] = [];
  for (const { name, refusal } of state.backends.all) {
    if (!refusal) continue;
    // A semicolon follows the colon.
    const range = { by: "bySecret", from: [`${name}:`], to: [`${name};`] } as const;
    for await (const connection of scanRecords(store, connections, range)) {
      if (found.length >= limit) return found;
      const { status, secretRef, host } = connection;
      if (status !== "active" || (state.isShared && host !== state.here)) continue;
      const reason = refusal(placeIn(state.backends, secretRef).place);
      if (reason !== undefined) found.push({ connection, reason });
    }
  }
  return found;
}
