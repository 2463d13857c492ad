import type { MessagePort } from "node:worker_threads";
import type { Batch } from "../storage/index.ts";
import type { Order } from "./commit-thread.ts";
import { joined, type Portion } from "./portions.ts";
import type { ValueBytes } from "./value-bytes.ts";
import { unflatten } from "./wire.ts";

/** Receives the groups of a commit thread, in the thread. */
export function receiveGroups(
  port: MessagePort,
  { commit, stop }: { commit(group: number, batches: readonly Batch<ValueBytes>[]): void; stop(): void },
): void {
  /** Large groups whose last portion is still to come. */
  const incomplete = new Map<number, { batches: Batch<ValueBytes>[]; more: Portion["more"] }>();
  port.on("message", (order: Order) => {
    if (order === null) {
      port.close();
      return stop();
    }
    const { group } = order;
    if (order.batches === null) return void incomplete.delete(group);
    const { more } = order;
    const before = incomplete.get(group);
    const batches = joined(before?.batches ?? [], before?.more === "of batch", unflatten(order.batches));
    if (more !== undefined) return void incomplete.set(group, { batches, more });
    incomplete.delete(group);
    commit(group, batches);
  });
}
