import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Plugin } from "@postern/core";
import { Refusal } from "./exit.ts";

/** The setting of a group: enabled, disabled, its configuration, or an imported plugin. */
export type GroupSetting = boolean | Readonly<Record<string, unknown>> | Plugin;

/** The settings of a `postern.config` file. */
export interface Config {
  plugins?: Readonly<Record<string, GroupSetting>>;
  data?: string;
  /** `<driver>:<path or URL>` */
  store?: string;
  host?: string;
  port?: number;
  /** Allows a `host` that other machines can reach; `hosts` are the names they reach it by. */
  public?: boolean;
  hosts?: readonly string[];
  /** Origins of web pages that may call the gateway, such as `https://app.example`. */
  origins?: readonly string[];
  trustedProxy?: boolean;
  /** Serves HTTPS with a certificate and its private key, in PEM format. */
  tls?: { cert: string; key: string };
  /** The URL of another gateway, for commands. */
  gateway?: string;
  /** The folder for operations on files; the current folder by default. */
  workspace?: string;
  /** The id of the current project. */
  project?: string;
  /** How much event history is kept: maximum age in milliseconds, maximum size in bytes. */
  journal?: { age?: number; bytes?: number };
  /** Whether webhooks may be sent to private and loopback addresses. */
  hooksPrivate?: boolean;
}

/** Reads a port from a flag, a variable or a file. */
export function portOf(value: string | number): number {
  const port = /^\d{1,5}$/.test(String(value)) ? Number(value) : Number.NaN;
  if (port <= 65_535) return port;
  throw new Refusal(`The port must be a number from 0 to 65535, not ${JSON.stringify(value)}`);
}

const NAMES = ["postern.config.ts", "postern.config.js", "postern.config.json"];

interface Kind {
  readonly name: string;
  fits(value: unknown): boolean;
}

const text: Kind = { name: "a string that is not empty", fits: (value) => typeof value === "string" && value !== "" };
const flag: Kind = { name: "true or false", fits: (value) => typeof value === "boolean" };
const port: Kind = {
  name: "a number from 0 to 65535",
  fits: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535,
};
const texts: Kind = { name: "a list of strings", fits: (value) => Array.isArray(value) && value.every(text.fits) };
const history: Kind = {
  name: "an object such as { age: 2592000000, bytes: 536870912 }, in milliseconds and bytes",
  fits: (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, most]) => ["age", "bytes"].includes(name) && Number.isInteger(most) && (most as number) > 0,
    ),
};
const tls: Kind = {
  name: 'an object such as { cert: "cert.pem", key: "key.pem" }',
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
 * Reads `postern.config.ts`, `.js` or `.json` in the current folder, or the given file. A file of code is executed with
 * the permissions of the user who runs the command.
 */
export async function loadConfig(file: string | undefined, cwd: string): Promise<Config> {
  const path = configPath(file, cwd);
  if (path === undefined) return {};
  if (!existsSync(path)) throw new Refusal(`The configuration file ${file} does not exist`);
  const config = await (path.endsWith(".json") ? readJson(path) : runCode(path, cwd)).catch((error: unknown) => {
    throw new Refusal(`Cannot read the configuration file ${path}: ${firstLine(error)}`);
  });
  return checked(config, path);
}

/** The path of the configuration file, if there is one. */
export const configPath = (file: string | undefined, cwd: string): string | undefined =>
  file === undefined ? NAMES.map((name) => resolve(cwd, name)).find(existsSync) : resolve(cwd, file);

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

function checked(config: unknown, path: string): Config {
  if (!isObject(config)) throw new Refusal(`${path} must contain an object of settings`);
  for (const [name, value] of Object.entries(config)) {
    const kind = Object.hasOwn(SETTINGS, name) ? SETTINGS[name as keyof Config] : undefined;
    if (!kind)
      throw new Refusal(`${path}: unknown setting ${name}. Available settings: ${Object.keys(SETTINGS).join(", ")}.`);
    if (!kind.fits(value)) throw new Refusal(`${path}: ${name} must be ${kind.name}`);
  }
  return config as Config;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split("\n")[0] ?? "";
