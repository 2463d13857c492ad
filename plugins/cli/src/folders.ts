import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { Refusal } from "./exit.ts";
import { runningGateway } from "./running.ts";
import type { Settings } from "./settings.ts";
import { isHere } from "./trust.ts";

/**
 * A folder that a flag names is relative to the caller's current directory. The gateway knows folders by their place in
 * its workspace: it is sent that place, so that a folder of the same name elsewhere is never taken for it.
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
  const place = places.find((one) => one !== ".." && !one.startsWith(`..${sep}`) && !isAbsolute(one));
  if (place !== undefined) return place === "" ? "." : place.split(sep).join("/");
  throw new Refusal(
    `--${field} ${path} lies outside the workspace of the gateway, ${workspace}. Start the gateway with POSTERN_WORKSPACE set to a folder that holds it`,
  );
}

/** The one workspace of a gateway with these settings; undefined where a plugin was given one of its own. */
export function workspaceIn({ plugins = {}, workspace }: Pick<Settings, "plugins" | "workspace">): string | undefined {
  const isOwn = (config: unknown) => typeof config === "object" && config !== null && "workspace" in config;
  return Object.values(plugins).some(isOwn) ? undefined : workspace;
}

/** The workspace of the gateway that is called; undefined where it is to look itself, which it does on this machine. */
function workspaceOf(field: string, path: string, settings: Settings): string | undefined {
  const { gateway, data } = settings;
  const running = runningGateway(data);
  if (gateway === undefined) return running ? running.workspace : workspaceIn(settings);
  if (running?.url === gateway) return running.workspace;
  if (!isElsewhere(settings)) return undefined;
  throw new Refusal(
    `--${field} ${path} is a folder of this machine, and the gateway at ${gateway} runs on another. Name a folder of its workspace in a file for --input`,
  );
}

/** Whether the gateway that is called runs on another machine, which has none of the caller's folders. */
export function isElsewhere({ gateway, data }: Settings): boolean {
  return gateway !== undefined && !isHere(gateway) && runningGateway(data)?.url !== gateway;
}

/** The path without links, where something is there. */
export function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
