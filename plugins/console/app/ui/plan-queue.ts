import { type ReadonlySignal, signal } from "@preact/signals";

/** Something that waits for the decision of the person. */
export interface Waiting<Content> {
  /** Different for each, so that a dialog never shows another one in its place. */
  readonly id: number;
  readonly content: Content;
  decide(isAllowed: boolean): void;
}

export interface PlanQueue<Content> {
  /** In the order in which they were asked for. Only the first is shown. */
  readonly waiting: ReadonlySignal<readonly Waiting<Content>[]>;
  /** Resolves with the decision. Rejects with the reason of `until` when it aborts before. */
  ask(content: Content, until: AbortSignal): Promise<boolean>;
}

/** Plans that wait for a decision, one after the other: a new one never replaces the one that is shown. */
export function createPlanQueue<Content>(): PlanQueue<Content> {
  const waiting = signal<readonly Waiting<Content>[]>([]);
  let lastId = 0;
  return {
    waiting,
    ask: (content, until) =>
      new Promise((resolve, reject) => {
        if (until.aborted) return reject(until.reason);
        lastId += 1;
        const id = lastId;
        const leave = (): void => {
          until.removeEventListener("abort", abort);
          waiting.value = waiting.value.filter((other) => other.id !== id);
        };
        const abort = (): void => {
          leave();
          reject(until.reason);
        };
        const decide = (isAllowed: boolean): void => {
          leave();
          resolve(isAllowed);
        };
        until.addEventListener("abort", abort);
        waiting.value = [...waiting.value, { id, content, decide }];
      }),
  };
}
