import type { Caller } from "../define/caller.ts";
import type { PluginContext } from "../define/host.ts";
import type { Logger } from "../define/log.ts";
import type { Operation } from "../define/operation.ts";
import type { ServiceContext } from "../define/service.ts";
import type { Transacting } from "../define/transaction.ts";
import { type Staged, stage } from "../journal/entry.ts";
import type { Blobs } from "../storage/blobs.ts";
import { commitNumber, type Records, readsOf, recordsOf, type Transaction, versionstamp } from "../storage/index.ts";

/** The content of one commit. */
export interface Staging {
  readonly tx: Transaction;
  readonly events: Staged[];
}
interface Setting {
  readonly part: PluginInstance;
  readonly caller: Caller;
  readonly now: number;
  readonly signal: () => AbortSignal;
  readonly id: (prefix: string, now: number) => string;
  readonly memos: Map<string, unknown>;
  readonly work: Staging;
}
type Ask = (operation: Operation, input: unknown) => Promise<unknown>;

interface Lazy {
  askSignal(): AbortSignal;
  readonly memos: Map<string, unknown>;
}
/** Members that few operations need, created on first use. Inherited, because own members of each context cost more. */
const lazy = {
  get signal(): AbortSignal {
    return (this as unknown as Lazy).askSignal();
  },
  get memo() {
    const { memos } = this as unknown as Lazy;
    return <T>(key: string, make: () => T): T => {
      if (!memos.has(key)) memos.set(key, make());
      return memos.get(key) as T;
    };
  },
};

/** The part of a context that stages writes and events. */
export const stagingIn = (
  { tx, events }: Staging,
  now: number,
  id: (prefix: string, now: number) => string,
  reads?: Records,
): Transacting => ({
  store: recordsOf(tx, reads),
  now,
  number: commitNumber,
  stamp: versionstamp,
  id: (prefix) => id(prefix, now),
  emit: (event, data) => stage(events, event, data, tx),
});

/** The contexts of a call: one to read and decide, one to stage the decision. */
export function createCallContext({ part, caller, now, signal, id, memos, work }: Setting) {
  const store = readsOf(work.tx);
  const { config, state, host, blobs, log } = part;
  const services = part.services(() => ({ store, now }));
  const shared = { config, services, state, caller, now, blobs, log, memos, askSignal: signal };
  return {
    reading: (call: Ask) => ({ __proto__: lazy, ...shared, store, call }),
    writing(call: Ask) {
      const { store: records, number, stamp, id: newId, emit } = stagingIn(work, now, id, store);
      return { __proto__: lazy, ...shared, host, call, store: records, number, stamp, id: newId, emit };
    },
  };
}

/** A running plugin, as its operations use it. */
export interface PluginInstance {
  readonly config: unknown;
  /** The services it needs. Those that are built per call receive `ctx`. */
  readonly services: (ctx: () => ServiceContext) => unknown;
  readonly state: unknown;
  readonly host: PluginContext;
  readonly blobs: Blobs;
  readonly log: Logger;
}
