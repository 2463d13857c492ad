import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";

/** What the runner of a data folder is called, so that those of several can be told apart. */
export function nameOfRunner(data: string | undefined): string {
  if (data === undefined) return "postern-channels";
  const folder = existsSync(data) ? realpathSync(data) : data;
  return `postern-channels-${createHash("sha256").update(folder).digest("hex").slice(0, 8)}`;
}
