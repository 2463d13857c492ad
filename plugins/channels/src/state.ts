import { createSharedRuns, type SharedRuns } from "@postern/core/queue";
import type { Member, Outlook } from "./fleet/types.ts";
import type { AdapterKind } from "./services.ts";

/** What came of starting or stopping the runner. */
export interface Outcome {
  readonly changed: boolean;
  readonly pmStatus: number | null;
  readonly previousPid?: number;
  readonly reason?: string;
}

/** The life of a runner in this process. */
export interface Life {
  /** Why it never began. */
  readonly refused?: string;
  /** Resolves, with the reason, when it cannot continue. */
  readonly ended: Promise<string>;
  /** Why it is to end, for those who are notified. */
  reason: string;
  stop(): Promise<void>;
}

/** A webhook's secret that was used a moment ago. */
export interface HeldSecret {
  readonly connection: string;
  readonly secret: Promise<string | undefined>;
  readonly at: number;
}

/** What the operations and the background work of one gateway share. */
export interface State {
  /** The kinds of adapters, those of other plugins included. */
  readonly kinds: Map<string, AdapterKind>;
  /** Each waits for a process: callers who ask for the same at the same time share it. */
  readonly changes: SharedRuns<Outcome>;
  /** By adapter. */
  readonly webhookSecrets: Map<string, HeldSecret>;
  /** Undefined unless this process is the runner. */
  life: Life | undefined;
  /** The adapters at work in this process, as its outbox finds them. */
  fleet: { member(adapter: string): Member | undefined; readonly outlook: Outlook } | undefined;
}

export const createState = (): State => ({
  kinds: new Map(),
  changes: createSharedRuns(),
  webhookSecrets: new Map(),
  life: undefined,
  fleet: undefined,
});
