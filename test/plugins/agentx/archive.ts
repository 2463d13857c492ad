import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The agent's own session files. */
export const keptIn = (workspace: string) => {
  const folder = join(workspace, ".demo-agent");
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
};
