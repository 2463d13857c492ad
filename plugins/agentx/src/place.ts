import { realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { gatewayErrors } from "@postern/core";

interface Workspaces {
  readonly workspace?: string;
  readonly workspaces: Readonly<Record<string, string>>;
}

/** A folder that a session works in: as it is shown, and where that is. */
export interface Place {
  readonly cwd: string;
  readonly folder: string;
}

/**
 * The folder that is meant: a path below the workspace, `name:path` below a further one, or an absolute path. It must be
 * there, and links must not lead out.
 */
export async function placeOf(said: string, { workspace = process.cwd(), workspaces }: Workspaces): Promise<Place> {
  const roots = [["", workspace], ...Object.entries(workspaces)] as const;
  const [, name = "", rest = said] = said.match(/^([A-Za-z0-9][A-Za-z0-9._-]*):(.*)$/s) ?? [];
  // Not by `in`: every object has a `constructor`.
  const root = Object.hasOwn(workspaces, name) ? workspaces[name] : undefined;
  const folder = await real(root === undefined ? resolve(workspace, said) : join(root, rest));
  if (folder === undefined) throw wrong("must be an existing folder");
  for (const [name, path] of roots) {
    const below = relative((await real(path)) ?? path, folder);
    if (below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below)) continue;
    const cwd = below === "" ? "." : below;
    return { cwd: name === "" ? cwd : `${name}:${cwd}`, folder };
  }
  throw wrong("must lie in the workspace");

  function wrong(what: string): Error {
    const further = Object.keys(workspaces).map((name) => `${name}:`);
    const ways = ["a path below the workspace such as . or web/app", ...further.map((name) => `one below ${name}`)];
    return gatewayErrors.InvalidInput({
      issues: [{ path: "/cwd", code: "folder", message: `${what}: ${ways.join(", or ")}` }],
    });
  }
}

/** A folder without links in its path; undefined where there is none, or no folder. */
async function real(path: string): Promise<string | undefined> {
  if (path.includes("\0")) return undefined;
  const found = await realpath(path).catch(() => undefined);
  return found !== undefined && (await stat(found).catch(() => undefined))?.isDirectory() ? found : undefined;
}
