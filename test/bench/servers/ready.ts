import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ready } from "../harness/server.ts";

/** The folder that belongs to this server alone, or to the processes of one contestant. */
export const folder = process.env.FOLDER ?? ".";

/** What the first process of this contestant told, when this is not the first. */
export const first: Ready | undefined = process.env.READY ? (JSON.parse(process.env.READY) as Ready) : undefined;

/** Writes lines that the load reads, answers with the file's path. */
export function leave(name: string, lines: readonly string[]): string {
  const path = join(folder, `${name}.txt`);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

/** Tells the harness that the server listens; SIGTERM ends it after `close`. */
export function tellReady(ready: Ready, close: () => unknown = () => {}): void {
  process.stdout.write(`ready ${JSON.stringify(ready)}\n`);
  process.once("SIGTERM", async () => {
    await close();
    process.exit(0);
  });
}
