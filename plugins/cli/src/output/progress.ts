import type { Io } from "../io.ts";
import { durationText, sizeText } from "./cell.ts";
import { cut } from "./fit.ts";

/** Milliseconds until a line appears, and between two versions of it. */
const PATIENCE = 1_000;
const UPDATE = 200;

/** Work that may take long. */
export interface Task {
  /** What is done, such as `Copying records`. */
  readonly label: string;
  /** What `done` counts, such as `records`, or `bytes`, which are shown as a size. */
  readonly unit?: string;
  /** How much there is to do, if it is known. */
  readonly total?: number;
}

export interface Progress {
  /** Sets how much is done, if that is known; `detail` is added to the line. */
  update(done: number | undefined, detail?: string): void;
  /** Removes the line. */
  end(): void;
}

type Shown = Pick<Io, "progress" | "columns">;

/**
 * Shows the progress of work that takes longer than a second, in a line on standard error: what is done, the rate and
 * the remaining time as far as they are known, else the elapsed time. Shows nothing if standard error is not a terminal.
 */
export function startProgress({ progress: print, columns }: Shown, task: Task): Progress {
  if (!print) return { update() {}, end() {} };
  const began = performance.now();
  let state: { done?: number; detail?: string } = {};
  let shownAt: number | undefined;
  function show(): void {
    const now = performance.now();
    if (now - began < PATIENCE || now - (shownAt ?? 0) < UPDATE) return;
    shownAt = now;
    print?.(cut(progressText({ ...task, ...state, elapsed: now - began }), columns - 1));
  }
  const timer = setInterval(show, UPDATE);
  timer.unref();
  return {
    update(done, detail) {
      state = { ...(done !== undefined && { done }), ...(detail && { detail }) };
      show();
    },
    end() {
      clearInterval(timer);
      if (shownAt !== undefined) print("");
    },
  };
}

/** Shows the progress of a promise that reports nothing: the elapsed time. */
export async function withProgress<T>(io: Shown, task: Task, work: (progress: Progress) => Promise<T>): Promise<T> {
  const progress = startProgress(io, task);
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}

/** Shows the progress of items while they are read. Each counts as `sizeOf` says. */
export async function* showProgress<T>(
  io: Shown,
  task: Task,
  items: AsyncIterable<T> | Iterable<T>,
  sizeOf: (item: T) => number,
): AsyncGenerator<T> {
  const progress = startProgress(io, task);
  let done = 0;
  try {
    for await (const item of items) {
      yield item;
      done += sizeOf(item);
      progress.update(done);
    }
  } finally {
    progress.end();
  }
}

/** `Copying records: 1,200 of 5,000, 400 per second, 9.5 s left`. `elapsed` is in milliseconds. */
export function progressText(state: Task & { done?: number; detail?: string; elapsed: number }): string {
  const { label, unit = "", total, done, detail, elapsed } = state;
  if (done === undefined) {
    const doing = detail === undefined ? label : `${label}: ${detail}`;
    return `${doing} … ${durationText(Math.floor(elapsed / 1_000) * 1_000)}`;
  }
  const amount = (count: number) => (unit === "bytes" ? sizeText(count) : Math.round(count).toLocaleString("en-US"));
  const rate = (done / elapsed) * 1_000;
  const counted = total === undefined ? amount(done) : `${amount(done)} of ${amount(total)}`;
  const left = total !== undefined && rate > 0 && total > done ? ((total - done) / rate) * 1_000 : undefined;
  const parts = [
    unit === "bytes" || unit === "" ? counted : `${counted} ${unit}`,
    detail,
    rate > 0 && `${amount(rate)} per second`,
    left !== undefined && `${durationText(left)} left`,
  ];
  return `${label}: ${parts.filter(Boolean).join(", ")}`;
}
