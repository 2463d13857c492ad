import { lstat } from "node:fs/promises";
import { pathIn } from "./handle.ts";
import { exists, inFolder } from "./workspace.ts";

/** The first of these files that exists in a folder of the workspace. Undefined if there is none or no such folder. */
export async function firstExisting(
  workspace: string | undefined,
  dir: string,
  files: readonly string[],
): Promise<string | undefined> {
  if (!(await exists(workspace, dir))) return undefined;
  return inFolder(workspace, dir, async ({ folder }) => {
    for (const file of files) {
      const stats = await lstat(pathIn(folder, file)).catch(() => undefined);
      if (stats) return dir === "." ? file : `${dir}/${file}`;
    }
    return undefined;
  });
}
