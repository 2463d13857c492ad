import { setTimeout as pause } from "node:timers/promises";
import { isGatewayError } from "@postern/core";
import { withJitter } from "@postern/core/queue";
import type { Happening } from "../schemas.ts";
import type { Received } from "../services.ts";

/** Conversations whose happenings are stored at a time. */
const AT_WORK = 16;
/** What waits to be stored while a platform does not wait: beyond it, what comes is refused. */
const MOST_WAITING = 50_000;
const MOST_TEXT = 128 * 2 ** 20;
/** A store that is busy is asked again for so long; a platform may have no second delivery. */
const WAITS = [100, 300, 1_000, 3_000, 10_000];

/** Takes in what happens: in the order of each conversation, several of them beside each other, and within bounds. */
export interface Intake {
  receive(happening: Happening): Promise<Received>;
  /** Settles when all that was taken on is stored, or was refused. */
  idle(): Promise<void>;
}

export function createIntake(take: (happening: Happening) => Promise<Received>): Intake {
  const lines = new Map<string, Promise<unknown>>();
  const queue: (() => void)[] = [];
  let working = 0;
  let waiting = 0;
  let text = 0;

  async function atWork<T>(work: () => Promise<T>): Promise<T> {
    // A place that becomes free is handed over, so that nobody slips in between.
    if (working >= AT_WORK) await new Promise<void>((resolve) => queue.push(resolve));
    else working++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else working--;
    }
  }

  async function insist(happening: Happening): Promise<Received> {
    for (const wait of WAITS) {
      try {
        return await take(happening);
      } catch (error) {
        if (!isBusy(error)) throw error;
        await pause(withJitter(wait));
      }
    }
    return take(happening);
  }

  return {
    async receive(happening) {
      const size = happening.text?.length ?? 0;
      if (waiting >= MOST_WAITING || (waiting > 0 && text + size > MOST_TEXT))
        throw new Error(`Too much comes in at once: ${waiting} happenings wait to be stored`);
      waiting++;
      text += size;
      const { id } = happening.place;
      const work = (lines.get(id) ?? Promise.resolve()).then(() => atWork(() => insist(happening)));
      const end = work.then(
        () => {},
        () => {},
      );
      lines.set(id, end);
      try {
        return await work;
      } finally {
        waiting--;
        text -= size;
        if (lines.get(id) === end) lines.delete(id);
      }
    },
    idle: async () => void (await Promise.all(lines.values())),
  };
}

const isBusy = (error: unknown): boolean =>
  isGatewayError(error) ? error.status === 503 : (error as { code?: unknown }).code === "STORE_BUSY";
