import type { Answer, Call, CallAs } from "../define/call.ts";
import type { Caller } from "../define/caller.ts";
import type { Cause } from "../define/cause.ts";
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
/** What the contexts of a call are made of. */
export interface CallSetting {
  readonly part: PluginInstance;
  readonly call: Pick<Call, "caller" | "signal" | "cause"> & { memos?: Map<string, unknown> };
  readonly now: number;
  readonly id: (prefix: string, now: number) => string;
  readonly commit: Staging;
  /** Calls on behalf of other callers. */
  readonly others: {
    plan(call: CallAs): Promise<Answer>;
    call(call: CallAs): Promise<unknown>;
  };
}
export type Ask = (operation: Operation, input: unknown) => Promise<unknown>;

/** The part of a context that stages writes and events. */
export const stagingIn = (
  { tx, events }: Staging,
  now: number,
  id: (prefix: string, now: number) => string,
  cause: Cause | undefined,
): Transacting => ({
  cause,
  store: recordsOf(tx),
  now,
  number: commitNumber,
  stamp: versionstamp,
  id: (prefix) => id(prefix, now),
  emit: (event, data, own) => stage(events, event, data, tx, own),
});

/** The context of a query or a plan. What few operations need is created on first use. */
export class ReadingContext {
  readonly config: unknown;
  readonly services: unknown;
  readonly state: unknown;
  readonly caller: Caller;
  readonly now: number;
  readonly blobs: Blobs;
  readonly log: Logger;
  readonly store: Records;
  readonly call: Ask;
  readonly #made: CallSetting;

  constructor(setting: CallSetting, ask: Ask, store = readsOf(setting.commit.tx)) {
    const { part, call, now } = setting;
    this.config = part.config;
    this.services = part.services(() => ({ store, now }));
    this.state = part.state;
    this.caller = call.caller;
    this.now = now;
    this.blobs = part.blobs;
    this.log = part.log;
    this.store = store;
    this.call = ask;
    this.#made = setting;
  }

  get planAs(): CallSetting["others"]["plan"] {
    return this.#made.others.plan;
  }

  get signal(): AbortSignal {
    return this.#made.call.signal();
  }

  get memo() {
    this.#made.call.memos ??= new Map();
    const { memos } = this.#made.call;
    return <T>(key: string, make: () => T): T => {
      if (!memos.has(key)) memos.set(key, make());
      return memos.get(key) as T;
    };
  }
}

/** The context of `execute`. */
export class WritingContext extends ReadingContext {
  readonly host: PluginContext;
  readonly number = commitNumber;
  readonly stamp = versionstamp;
  readonly #setting: CallSetting;

  constructor(setting: CallSetting, ask: Ask) {
    super(setting, ask, recordsOf(setting.commit.tx));
    this.host = setting.part.host;
    this.#setting = setting;
  }

  get cause() {
    return this.#setting.call.cause;
  }

  get callAs() {
    return this.#setting.others.call;
  }

  get id() {
    const { id, now } = this.#setting;
    return (prefix: string): string => id(prefix, now);
  }

  get emit(): Transacting["emit"] {
    const { tx, events } = this.#setting.commit;
    return (event, data, cause) => stage(events, event, data, tx, cause);
  }
}

/** A running plugin, as its operations use it. */
export interface PluginInstance {
  readonly version: string;
  readonly config: unknown;
  /** The services it needs. Those that are built per call receive `ctx`. */
  readonly services: (ctx: () => ServiceContext) => unknown;
  readonly state: unknown;
  readonly host: PluginContext;
  readonly blobs: Blobs;
  readonly log: Logger;
}
