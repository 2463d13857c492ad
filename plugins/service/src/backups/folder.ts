import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";
import { gatewayErrors } from "@postern/core";

/** How callers name the folder in the data folder. */
export const OWN_FOLDER = "backups";

const wrong = (message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path: "/folder", code: "folder", message }] });

/** Whether a path is a folder or below it. Both are real paths. */
function isWithin(path: string, folder: string): boolean {
  const place = relative(folder, path);
  return !place.startsWith("..") && !isAbsolute(place);
}

/** The real path of a folder of this or another disk. Undefined if it does not exist. */
const realPath = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined);

/**
 * Throws unless scheduled backups may be written into a folder: a caller must not choose where the gateway, with the
 * rights of its user, writes and deletes files. Links are followed first.
 */
export async function assertUsable(
  folder: string,
  { data, allowed }: { readonly data: string; readonly allowed: readonly string[] },
): Promise<void> {
  if (!isAbsolute(folder)) throw wrong(`must be an absolute path, or ${OWN_FOLDER} for the one in the data folder`);
  const path = await realPath(folder);
  const isOwn = path !== undefined && path === (await realPath(join(data, OWN_FOLDER)));
  if (path !== undefined && !isOwn && isWithin(path, await realpath(data)))
    throw wrong(`must not be in the data folder: use ${OWN_FOLDER}, or a folder elsewhere`);
  const roots = (await Promise.all(allowed.map(realPath))).filter((root) => root !== undefined);
  const isAllowed = isOwn || roots.some((root) => isWithin(path ?? folder, root));
  if (!isAllowed) throw wrong(notAllowed(folder, allowed));
  if (path === undefined || !(await stat(path)).isDirectory())
    throw wrong(`must be an existing folder: ${folder} is not`);
  await access(path, constants.W_OK | constants.X_OK).catch(() => {
    throw wrong(`must be writable by the gateway: ${folder} is not`);
  });
}

function notAllowed(folder: string, allowed: readonly string[]): string {
  const now =
    allowed.length === 0 ? "no folder is" : `only ${allowed.join(", ")} ${allowed.length === 1 ? "is" : "are"}`;
  return `must be in a folder that the configuration allows, and ${now}. Add ${folder} to \`backupFolders\` of the plugin service, and restart the gateway`;
}
