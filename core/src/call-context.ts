import type { Caller } from "./caller.ts";
import type { EventDefinition } from "./event.ts";
import { type Staged, stage } from "./journal/entry.ts";
import type { Operation } from "./operation.ts";
import type { Part } from "./part.ts";
import { commitNumber, commitStamp, type MutableRecords, recordsOf, type Transaction } from "./storage/index.ts";

interface Setting {
  readonly part: Part;
  readonly caller: Caller;
  readonly now: number;
  readonly signal: () => AbortSignal;
  readonly id: (prefix: string, now: number) => string;
  readonly work: { readonly tx: Transaction; readonly events: Staged[] };
}
type Ask = (operation: Operation, input: unknown) => Promise<unknown>;

/** A request makes its signal only when it is asked for, and few operations ask. Inherited: a getter in each context costs more. */
const lazySignal = {
  get signal(): AbortSignal {
    return (this as unknown as { askSignal(): AbortSignal }).askSignal();
  },
};

/** What an operation is handed: first to look and decide, then to stage what it decided. */
export function createCallContext({ part, caller, now, signal, id, work }: Setting) {
  const store: MutableRecords = recordsOf(work.tx);
  const { config, blobs, log } = part;
  const services = part.services(() => ({ store, now }));
  const shared = { config, services, caller, now, blobs, log, store, askSignal: signal };
  return {
    store,
    reading: (call: Ask) => ({ __proto__: lazySignal, ...shared, store, call }),
    writing: (call: Ask) => ({
      __proto__: lazySignal,
      ...shared,
      call,
      number: commitNumber,
      stamp: commitStamp,
      id: (prefix: string) => id(prefix, now),
      emit: (event: EventDefinition, data: unknown) => void work.events.push(stage(event, data)),
    }),
  };
}
