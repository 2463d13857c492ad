import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import envPaths from "env-paths";
import { type Config, faultsIn, isObject } from "./config-settings.ts";
import { Refusal } from "./exit.ts";

/** Reads a port from a flag, a variable or a file. */
export function portOf(value: string | number): number {
  const port = /^\d{1,5}$/.test(String(value)) ? Number(value) : Number.NaN;
  if (port <= 65_535) return port;
  throw new Refusal(`The port must be a number from 0 to 65535, not ${JSON.stringify(value)}`);
}

const NAMES = ["postern.config.ts", "postern.config.js", "postern.config.json"];
/** A file for all folders cannot name a place relative to one of them. */
const PATHS = ["data", "workspace"] as const;

/** A configuration file. One in the user's configuration folder applies in every folder that has none of its own. */
export interface ConfigFile {
  readonly path: string;
  /** `named`: by --config-file. */
  readonly place: "named" | "folder" | "user";
}

/** The user's configuration folder. */
export const userFolder = (): string => envPaths("postern", { suffix: "" }).config;

/** The configuration file to use: the named one, one in the current folder, or one in the user's configuration folder. */
export function findConfig(named: string | undefined, cwd: string): ConfigFile | undefined {
  if (named !== undefined) return { path: resolve(cwd, named), place: "named" };
  for (const place of ["folder", "user"] as const) {
    const folder = place === "folder" ? cwd : userFolder();
    const path = NAMES.map((name) => join(folder, name)).find(existsSync);
    if (path !== undefined) return { path, place };
  }
  return undefined;
}

/**
 * Reads a configuration file: `postern.config.ts`, `.js` or `.json`. A file of code is executed with the permissions of
 * the user who runs the command.
 */
export async function loadConfig(file: ConfigFile | undefined, cwd: string): Promise<Config> {
  if (!file) return {};
  const config = await parseConfig(file, cwd);
  const [fault] = faultsOf(config, file);
  if (fault !== undefined) throw new Refusal(`${file.path}: ${fault}`);
  return config as Config;
}

/** The content of a configuration file, not checked. */
export async function parseConfig({ path }: ConfigFile, cwd: string): Promise<unknown> {
  if (!existsSync(path)) throw new Refusal(`The configuration file ${path} does not exist`);
  return (path.endsWith(".json") ? readJson(path) : runCode(path, cwd)).catch((error: unknown) => {
    throw new Refusal(`Cannot read the configuration file ${path}: ${firstLine(error)}`);
  });
}

/** What is wrong with the content of a configuration file. */
export function faultsOf(config: unknown, { place }: Pick<ConfigFile, "place">): string[] {
  const relative = place === "user" && isObject(config) ? PATHS.filter((name) => isRelative(config[name])) : [];
  return [
    ...faultsIn(config),
    ...relative.map((name) => `${name} must be an absolute path, because this file applies in every folder`),
  ];
}

const isRelative = (path: unknown): boolean => typeof path === "string" && path !== "" && !isAbsolute(path);

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, "utf8"));
}

/** c12 is loaded only if there is a file of code: it takes longer to load than most commands run. */
async function runCode(path: string, cwd: string): Promise<unknown> {
  const { loadConfig: load } = await import("c12");
  const { config } = await load({
    cwd,
    configFile: path,
    rcFile: false,
    globalRc: false,
    packageJson: false,
    dotenv: false,
    envName: false,
    extend: false,
    giget: false,
    // The cache contains code and may be in a folder that other users can write to.
    jitiOptions: { fsCache: false },
  });
  return config;
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split("\n")[0] ?? "";
