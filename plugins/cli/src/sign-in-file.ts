import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How long a ticket is valid, in ms: older files, of commands that were killed, are of no use. */
const LIFETIME = 5 * 60_000;

/** A file that a browser is started with. */
export interface SignInFile {
  readonly path: string;
  /** Removes the file, and its folder if it is empty. */
  remove(): void;
}

/**
 * Writes an HTML file that continues to `address`. Every user of a machine can read the arguments of programs, so the
 * ticket in the address is in a file that only its owner can read.
 */
export function writeSignInFile(base: string, address: string): SignInFile {
  const folder = join(base, "open");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  removeOld(folder);
  const path = join(folder, `${randomUUID()}.html`);
  writeFileSync(path, documentFor(address), { mode: 0o600, flag: "wx" });
  return {
    path,
    remove() {
      rmSync(path, { force: true });
      removeIfEmpty(folder);
    },
  };
}

/** Without a script, which some browsers do not run in local files. */
function documentFor(address: string): string {
  const url = address.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>Postern</title>
<p><a href="${url}">Open the console</a></p>
</html>
`;
}

function removeOld(folder: string): void {
  const oldest = Date.now() - LIFETIME;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (name.endsWith(".html") && mtimeMs !== undefined && mtimeMs < oldest) rmSync(path, { force: true });
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another command has a file in it.
  }
}
