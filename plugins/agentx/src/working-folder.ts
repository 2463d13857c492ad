import { realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { gatewayErrors } from "@postern/core";
import { findAgent } from "./agent.ts";
import type { AgentSettings } from "./group.ts";

/** Machine-wide settings of folders, and who knows the folder of an agent. */
interface Settings extends Workspaces {
  readonly agents: Readonly<Record<string, AgentSettings>>;
}

/** The folder of a new session: the one that was asked for, or that of its agent. */
export async function folderFor(
  { agent, cwd }: { readonly agent: string; readonly cwd?: string | undefined },
  config: Settings,
  directory: { find(agent: string): Promise<{ readonly cwd?: string } | undefined> } | undefined,
): Promise<WorkingFolder> {
  const setting = findAgent(config, agent);
  return resolveFolder(cwd ?? setting.cwd ?? (await directory?.find(agent))?.cwd ?? ".", config);
}

interface Workspaces {
  readonly workspace?: string;
  readonly workspaces: Readonly<Record<string, string>>;
}

/** Working folder of a session: `cwd` is the public form, `folder` the absolute path. */
export interface WorkingFolder {
  readonly cwd: string;
  readonly folder: string;
}

/**
 * Resolves a path relative to the workspace, `name:path` in an additional workspace, or an absolute path. The folder must
 * exist, and symbolic links must not lead out of the workspaces.
 */
async function resolveFolder(
  path: string,
  { workspace = process.cwd(), workspaces }: Workspaces,
): Promise<WorkingFolder> {
  const roots = [["", workspace], ...Object.entries(workspaces)] as const;
  const [, name = "", rest = path] = path.match(/^([A-Za-z0-9][A-Za-z0-9._-]*):(.*)$/s) ?? [];
  // `in` would also find inherited members such as `constructor`.
  const root = Object.hasOwn(workspaces, name) ? workspaces[name] : undefined;
  const folder = await realFolder(root === undefined ? resolve(workspace, path) : join(root, rest));
  if (folder === undefined) throw invalid("must be an existing folder");
  for (const [name, path] of roots) {
    const below = relative((await realFolder(path)) ?? path, folder);
    if (below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below)) continue;
    const cwd = below === "" ? "." : below;
    return { cwd: name === "" ? cwd : `${name}:${cwd}`, folder };
  }
  throw invalid("must be inside the workspace");

  function invalid(what: string): Error {
    const further = Object.keys(workspaces).map((name) => `${name}:`);
    const ways = ["a path in the workspace such as . or web/app", ...further.map((name) => `a path in ${name}`)];
    return gatewayErrors.InvalidInput({
      issues: [{ path: "/cwd", code: "folder", message: `${what}: use ${ways.join(", or ")}` }],
    });
  }
}

/** The path of an existing folder with symbolic links resolved; otherwise undefined. */
async function realFolder(path: string): Promise<string | undefined> {
  if (path.includes("\0")) return undefined;
  const found = await realpath(path).catch(() => undefined);
  return found !== undefined && (await stat(found).catch(() => undefined))?.isDirectory() ? found : undefined;
}
