import { renameSync, writeFileSync } from "node:fs";

/** Writes a JSON file for its owner alone. Who reads it meanwhile sees the old text or the new, never a part. */
export function writeWhole(path: string, value: object): void {
  const next = `${path}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  renameSync(next, path);
}
