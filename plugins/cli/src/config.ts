import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Refusal } from "./exit.ts";
import type { Config } from "./settings.ts";

const NAMES = ["postern.config.ts", "postern.config.js", "postern.config.json"];

interface Kind {
  readonly name: string;
  fits(value: unknown): boolean;
}

const text: Kind = { name: "text", fits: (value) => typeof value === "string" && value !== "" };
const flag: Kind = { name: "true or false", fits: (value) => typeof value === "boolean" };
const port: Kind = {
  name: "a number from 0 to 65535",
  fits: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535,
};
const texts: Kind = { name: "a list of texts", fits: (value) => Array.isArray(value) && value.every(text.fits) };
const history: Kind = {
  name: "like { age: 2592000000, bytes: 536870912 }, in milliseconds and bytes",
  fits: (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, most]) => ["age", "bytes"].includes(name) && Number.isInteger(most) && (most as number) > 0,
    ),
};
const tls: Kind = {
  name: 'like { cert: "cert.pem", key: "key.pem" }, two files',
  fits: (value) =>
    isObject(value) && Object.keys(value).sort().join() === "cert,key" && Object.values(value).every(text.fits),
};
const object: Kind = { name: "an object", fits: isObject };

const SETTINGS: Readonly<Record<keyof Config, Kind>> = {
  plugins: object,
  data: text,
  store: text,
  host: text,
  port,
  public: flag,
  hosts: texts,
  origins: texts,
  trustedProxy: flag,
  tls,
  gateway: text,
  workspace: text,
  project: text,
  journal: history,
  hooksPrivate: flag,
};

/**
 * Reads `postern.config.ts`, `.js` or `.json` of the current folder, or the file that was named. A file of code is run:
 * it has the rights of whoever runs the command.
 */
export async function loadConfig(file: string | undefined, cwd: string): Promise<Config> {
  const path = configPath(file, cwd);
  if (path === undefined) return {};
  if (!existsSync(path)) throw new Refusal(`There is no configuration file ${file}`);
  const config = await (path.endsWith(".json") ? readJson(path) : runCode(path, cwd)).catch((error: unknown) => {
    throw new Refusal(`${path} cannot be read: ${firstLine(error)}`);
  });
  return checked(config, path);
}

/** The file that holds the configuration, if there is to be one. */
export const configPath = (file: string | undefined, cwd: string): string | undefined =>
  file === undefined ? NAMES.map((name) => resolve(cwd, name)).find(existsSync) : resolve(cwd, file);

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, "utf8"));
}

/** Loaded only where there is such a file: most commands have none, and it takes longer than they do. */
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
    // Its cache may lie in a folder that others write to, and what is cached is code.
    jitiOptions: { fsCache: false },
  });
  return config;
}

function checked(config: unknown, path: string): Config {
  if (!isObject(config)) throw new Refusal(`${path} holds no object of settings`);
  for (const [name, value] of Object.entries(config)) {
    const kind = Object.hasOwn(SETTINGS, name) ? SETTINGS[name as keyof Config] : undefined;
    if (!kind) throw new Refusal(`${path} has no setting ${name}; there are ${Object.keys(SETTINGS).join(", ")}`);
    if (!kind.fits(value)) throw new Refusal(`${path}: ${name} is ${kind.name}`);
  }
  return config as Config;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split("\n")[0] ?? "";
