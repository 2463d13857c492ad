import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A temporary folder for the current test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "postern-lmdb-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
