import type { Approvals } from "../define/approvals.ts";
import type { Answer } from "../define/call.ts";
import type { Observers } from "../define/observer.ts";
import type { Operation, PlanShape } from "../define/operation.ts";
import type { UndoLog } from "../define/undo.ts";
import type { Run } from "../journal/entry.ts";
import type { Transaction } from "../storage/index.ts";
import type { Admitted } from "./admit.ts";
import type { Ask, CallSetting, PluginInstance, ReadingContext, Staging } from "./call-context.ts";
import type { PublishingStore } from "./transactions.ts";

/** What calls need of the running gateway. */
export interface Runtime extends PublishingStore {
  approvals(): Approvals | undefined;
  undoLog(): UndoLog | undefined;
  /** Records that a command failed, without slowing down the call. */
  failed(call: Admitted, run: Run): void;
  readonly observers: Observers;
  /** Throws `gateway.unavailable` when the operation's plugin is not running. */
  part(operation: Operation): PluginInstance;
  onInvalid(operation: Operation, issues: unknown): void;
  /** Called with the path of each undeclared member of an answer. */
  onUndeclared(operation: Operation, path: string): void;
}

/** Outside work of a commit. It cannot be undone, so a commit in which it has begun is not tried again. */
export interface Claim {
  /** Where its outcome is looked up and claimed, in a commit of its own before it begins. */
  readonly lookup?: Transaction;
  hasBegun: boolean;
}

/** The content of one commit, to which calls within a call add. */
export interface Commit extends Staging {
  /** Missing if the commit belongs to another caller and may run again: no outside work may begin, and nothing can wait. */
  readonly claim?: Claim;
  /** The place that a command of this commit will have among its events. */
  place(): number;
}

/** Calls that a call makes: of the same caller, and on behalf of others. */
export interface FurtherCalls {
  inner(work: Work, mode: Admitted["mode"], operation: Operation, input: unknown): Promise<unknown>;
  others(work: Work): CallSetting["others"];
}

/** A call on its way through the steps. A class, since an object made of parts costs a command a tenth of its time. */
export class Work implements CallSetting {
  readonly runtime: Runtime;
  readonly call: Admitted;
  readonly commit: Commit;
  readonly part: PluginInstance;
  readonly now: number;
  readonly #further: FurtherCalls;
  /** Set once it is planned. */
  reading: ReadingContext | undefined = undefined;
  plan: PlanShape | undefined = undefined;

  constructor(runtime: Runtime, call: Admitted, commit: Commit, further: FurtherCalls) {
    this.runtime = runtime;
    this.call = call;
    this.commit = commit;
    this.part = runtime.part(call.operation);
    this.now = runtime.now();
    this.#further = further;
  }

  /** The same call with the rights that its caller has, without those that it may only propose. */
  asItself(): Work {
    const { own } = this.call;
    return new Work(this.runtime, { ...this.call, caller: own, proposal: undefined }, this.commit, this.#further);
  }

  get id(): CallSetting["id"] {
    return this.runtime.id;
  }

  get others(): CallSetting["others"] {
    return this.#further.others(this);
  }

  /** What the operation's calls to others do: they plan or are executed. */
  ask(mode: Admitted["mode"]): Ask {
    return (operation, input) => this.#further.inner(this, mode, operation, input);
  }
}

export type Handler = (work: Work) => Promise<Answer>;

/** Part of what happens to every call: it answers itself, or acts before and after the rest. */
export type Step = (next: Handler) => Handler;

/** Where the first outcome of a call is looked up. */
export const lookupOf = ({ tx, claim }: Commit): Transaction => claim?.lookup ?? tx;
