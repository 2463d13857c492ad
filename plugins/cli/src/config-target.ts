import { join } from "node:path";
import type { GlobalFlags } from "./args.ts";
import { type ConfigFile, findConfig, userFolder } from "./config.ts";
import type { Io } from "./io.ts";

const NEW = "postern.config.json";

/** The configuration file to change, which may not exist yet: the one in use, otherwise one in the current folder. */
export function configTarget(
  { configFile }: GlobalFlags,
  { global: isGlobal = false }: { global?: boolean },
  io: Io,
): ConfigFile {
  if (!isGlobal) return findConfig(configFile, io.cwd) ?? { path: join(io.cwd, NEW), place: "folder" };
  const found = findConfig(undefined, userFolder());
  return { path: found?.path ?? join(userFolder(), NEW), place: "user" };
}
