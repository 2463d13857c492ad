import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { Refusal } from "./exit.ts";
import { gatewayAt, runningGateway } from "./running.ts";
import type { Settings } from "./settings.ts";
import { isLocal } from "./trust.ts";

/**
 * A folder in a flag is relative to the caller's current folder, and the gateway expects paths relative to its
 * workspace: the path is converted, so that it never means another folder with the same name.
 */
export function placeFolders(
  body: Readonly<Record<string, unknown>>,
  folders: readonly string[],
  cwd: string,
  settings: Settings,
): Record<string, unknown> {
  const placed = folders.map((field) => [field, placeOf(field, resolve(cwd, String(body[field])), settings)]);
  return { ...body, ...Object.fromEntries(placed) };
}

function placeOf(field: string, path: string, settings: Settings): string {
  const workspace = workspaceOf(field, path, settings);
  if (workspace === undefined) return path;
  const places = [workspace, real(workspace)].flatMap((home) => [relative(home, path), relative(home, real(path))]);
  const place = places.find((path) => path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path));
  if (place !== undefined) return place === "" ? "." : place.split(sep).join("/");
  throw new Refusal(
    `--${field} ${path} is outside the workspace of the gateway, ${workspace}. Start the gateway with POSTERN_WORKSPACE set to a parent folder.`,
  );
}

/** The workspace of a gateway with these settings; undefined if a plugin has its own workspace. */
export function workspaceIn({ plugins = {}, workspace }: Pick<Settings, "plugins" | "workspace">): string | undefined {
  const isOwn = (config: unknown) => typeof config === "object" && config !== null && "workspace" in config;
  return Object.values(plugins).some(isOwn) ? undefined : workspace;
}

/** The workspace of the called gateway; undefined if the gateway, on this machine, resolves the path itself. */
function workspaceOf(field: string, path: string, settings: Settings): string | undefined {
  const { gateway, data } = settings;
  const running = gateway === undefined ? runningGateway(data) : gatewayAt(data, gateway);
  if (running) return running.workspace;
  if (gateway === undefined) return workspaceIn(settings);
  if (!isElsewhere(settings)) return undefined;
  throw new Refusal(
    `--${field} ${path} is a folder on this machine, but the gateway at ${gateway} runs on another machine. To use a folder in its workspace, set ${field} in a file and pass it with --input.`,
  );
}

/** Whether the called gateway runs on another machine, which cannot read the caller's folders. */
export function isElsewhere({ gateway, data }: Settings): boolean {
  return gateway !== undefined && !isLocal(gateway) && !gatewayAt(data, gateway);
}

/** The path without symbolic links, if it exists. */
export function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
