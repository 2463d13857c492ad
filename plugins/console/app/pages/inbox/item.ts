import type { ComponentType } from "preact";
import type { Call } from "../../data/call.ts";
import type { Happened } from "../../data/query.ts";
import type { Session } from "../../session/session.ts";

/** Something that waits for a person. */
export interface Item {
  readonly id: string;
  readonly kind: string;
  /** What it is, in one sentence. */
  readonly title: string;
  /** Why it waits. */
  readonly reason: string | undefined;
  /** Since when, in Unix milliseconds. */
  readonly since: number | undefined;
  /** What can be done with it, the most helpful first. */
  readonly actions: readonly ItemAction[];
  /** Where it can be looked at: a path of the console. */
  readonly path?: string;
  /** What is shown instead of the actions, for a decision that needs more than a button. */
  readonly show?: ComponentType;
}

export interface ItemAction {
  readonly calls: readonly Call[];
  readonly label: string;
  readonly done: string;
}

/** Where such things come from. */
export interface Source {
  /** Operations without which it has nothing to show. */
  readonly needs: readonly string[];
  /** Types of events after which it may have changed. */
  readonly events: readonly string[];
  /** Only events for which this holds. */
  readonly concerns?: (event: Happened) => boolean;
  load(session: Session, signal: AbortSignal): Promise<readonly Item[]>;
}

/** How many items of one source are shown. The rest follows when these are done. */
export const MOST = 100;
