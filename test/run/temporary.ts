import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const outer = process.env.TMPDIR;
// Short, for a socket's path may not be longer than 107 bytes.
const path = mkdtempSync(join(tmpdir(), "pt-"));
// Like the system's own: some tests give up the rights of root, and look for their folders below.
chmodSync(path, 0o1777);

/** One folder for what tests and their processes put into the temporary folder, so that it goes when they are over. */
export function setup(): void {
  process.env.TMPDIR = path;
}

/** A process that a test killed could not clear up. */
export function teardown(): void {
  if (outer === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = outer;
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}
