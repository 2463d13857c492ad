import { appendFileSync } from "node:fs";
import { appendFile, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { filesOf, LIMITS } from "./log-files.ts";

export interface LogWriter {
  /** Never throws and never waits. */
  write(line: string): void;
  /** Resolves when all lines are written. */
  close(): Promise<void>;
}

/** Lines that wait for a slow disk, in characters. Further lines are lost. */
const MAX_WAITING = 2 ** 20;

/**
 * Appends lines to a file in the background, and rotates it. If the disk is full, lines are lost, and their number is
 * written when it works again. The file is opened for each batch, so that it may be moved or deleted at any time.
 */
export function openLogWriter(path: string, { bytes, files } = LIMITS as { bytes: number; files: number }): LogWriter {
  let waiting: string[] = [];
  let size = 0;
  let lost = 0;
  let flushing: Promise<void> | undefined;

  async function append(text: string): Promise<void> {
    const { size: before } = await stat(path).catch(() => ({ size: 0 }));
    if (before === 0) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    else if (before + Buffer.byteLength(text) > bytes) await rotate(path, files);
    await appendFile(path, text, { mode: 0o600 });
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const lines = waiting;
      const missing = lost;
      waiting = [];
      size = 0;
      try {
        await append(missing === 0 ? lines.join("") : `${lossLine(missing)}${lines.join("")}`);
        lost -= missing;
      } catch {
        lost += lines.length;
      }
    }
  }

  function flushNow(): void {
    if (waiting.length === 0) return;
    try {
      appendFileSync(path, waiting.join(""), { mode: 0o600 });
    } catch {
      // The process ends, so nobody can be notified.
    }
  }

  process.on("exit", flushNow);
  return {
    write(line) {
      if (size + line.length > MAX_WAITING) {
        lost++;
        return;
      }
      waiting.push(line);
      size += line.length;
      flushing ??= flush().finally(() => {
        flushing = undefined;
      });
    },
    async close() {
      while (flushing) await flushing;
      process.off("exit", flushNow);
    },
  };
}

async function rotate(path: string, files: number): Promise<void> {
  const names = filesOf(path, files);
  await rm(names.at(-1) as string, { force: true });
  for (let at = files - 2; at >= 0; at--) {
    await rename(names[at] as string, names[at + 1] as string).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
}

const lossLine = (lines: number): string =>
  `${JSON.stringify({ time: new Date().toISOString(), level: "warn", message: "Log lines were lost", lines })}\n`;
