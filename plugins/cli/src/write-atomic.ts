import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processStatus } from "@postern/core/process";

/** Writes a JSON file atomically, with mode 0600. A reader sees the old content or the new, never a part. */
export function writeAtomic(path: string, value: object): void {
  const next = `${path}.${process.pid}`;
  try {
    writeFileSync(next, `${JSON.stringify(value)}\n`, { mode: 0o600 });
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

/** Removes temporary files of processes that were killed while they wrote. */
export function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^(?:gateway|manifest|postern|last-commit|\d+)\.json\.(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && processStatus({ pid: Number(pid) }) === "gone")
      rmSync(join(folder, name), { force: true });
  }
}
