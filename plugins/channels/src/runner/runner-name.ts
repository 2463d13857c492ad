import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";

/** The name of a data folder's runner, which distinguishes several runners in pm2. */
export function nameOfRunner(data: string | undefined): string {
  if (data === undefined) return "postern-channels";
  const folder = existsSync(data) ? realpathSync(data) : data;
  return `postern-channels-${createHash("sha256").update(folder).digest("hex").slice(0, 8)}`;
}
