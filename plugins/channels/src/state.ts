import { createKinds, type Kinds } from "@postern/kit/kinds";
import { createSharedRuns, type SharedRuns } from "@postern/kit/queue";
import type { OutboundMonitor, RunningAdapter } from "./runtime/types.ts";
import type { AdapterKind } from "./services.ts";

/** Kinds that have packages of their own. */
const PACKAGED = ["irc", "slack", "telegram", "xmpp"];

/** The outcome of starting or stopping the runner. */
export interface Outcome {
  readonly changed: boolean;
  readonly pmStatus: number | null;
  readonly previousPid?: number;
  readonly reason?: string;
}

/** The lifetime of the runner in this process. */
export interface Life {
  /** Why the runner did not start. */
  readonly refused?: string;
  /** Resolves with a reason when the runner cannot continue. */
  readonly ended: Promise<string>;
  /** Why the runner stops, for the event that reports it. */
  reason: string;
  stop(): Promise<void>;
}

/** A cached secret of a webhook. */
export interface HeldSecret {
  readonly connection: string;
  readonly secret: Promise<string | undefined>;
  readonly at: number;
}

/** How this process restarts a missing runner. */
export interface Watch {
  /** Unix milliseconds of the next attempt. */
  readonly nextAt?: number;
  /** Why the last attempt failed. */
  readonly trouble?: string;
}

/** State that the operations and background work of one gateway share. */
export interface State {
  /** The kinds of adapters, including those of other plugins. */
  readonly kinds: Kinds<AdapterKind>;
  /** Concurrent callers who request the same change share one run. */
  readonly changes: SharedRuns<Outcome>;
  /** By adapter. */
  readonly webhookSecrets: Map<string, HeldSecret>;
  /** Undefined if this process does not restart a missing runner. */
  watch: Watch | undefined;
  /** Whether the runner is on this machine, as far as this process looks after it. */
  hasRunner: boolean;
  /** Undefined unless this process is the runner. */
  life: Life | undefined;
  /** The running adapters of this process, for its outbox. */
  runtime: { find(adapter: string): RunningAdapter | undefined; readonly monitor: OutboundMonitor } | undefined;
}

export const createState = (): State => ({
  kinds: createKinds("adapter", Object.fromEntries(PACKAGED.map((id) => [id, `channels-${id}`]))),
  changes: createSharedRuns(),
  webhookSecrets: new Map(),
  watch: undefined,
  hasRunner: false,
  life: undefined,
  runtime: undefined,
});
