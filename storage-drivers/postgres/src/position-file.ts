import { readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Witness } from "./server.ts";

/** In milliseconds, between two writes. */
const INTERVAL = 1_000;

export interface PositionFile {
  /** Writes the last commit within a second, without delaying it. */
  note(witness: Witness): void;
  /** Writes what is pending. */
  close(): Promise<void>;
}

/** The last commit that a gateway knew before it was stopped. Undefined if there is none, or the file is damaged. */
export function readPosition(path: string | undefined): Witness | undefined {
  if (path === undefined) return undefined;
  try {
    const { number, flight } = JSON.parse(readFileSync(path, "utf8")) as Partial<Witness>;
    return Number.isSafeInteger(number) && typeof flight === "string"
      ? { number: number as number, flight }
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps the last known commit in a file, so that a restarted gateway notices a server that was set back. A crash can lose
 * the last second of it: then only a loss within that second goes unnoticed.
 */
export function createPositionFile(path: string | undefined): PositionFile {
  let pending: Witness | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    timer = undefined;
    const witness = pending;
    pending = undefined;
    if (path === undefined || !witness) return;
    const next = `${path}.${process.pid}`;
    try {
      const file = await open(next, "w", 0o600);
      await file.writeFile(`${JSON.stringify(witness)}\n`);
      await file.sync();
      await file.close();
      await rename(next, path);
      const folder = await open(dirname(path), "r");
      await folder.sync().catch(() => {});
      await folder.close();
    } catch {
      // A commit must not fail because of a full disk here; the next one is written again.
      await rm(next, { force: true }).catch(() => {});
    }
  }

  const flush = () => {
    writing = writing.then(write);
    return writing;
  };

  return {
    note(witness) {
      if (path === undefined) return;
      pending = witness;
      timer ??= setTimeout(flush, INTERVAL).unref();
    },
    close() {
      clearTimeout(timer);
      return flush();
    },
  };
}
