import { isAbsolute, join, resolve } from "node:path";
import type { Plugin } from "@postern/core";
import envPaths from "env-paths";
import { loadConfig } from "./config.ts";
import { UsageError } from "./exit.ts";
import type { Io } from "./io.ts";

/** A group's place in the configuration: on, off, configured, or a plugin that the file imported. */
export type GroupSetting = boolean | Readonly<Record<string, unknown>> | Plugin;

/** What a `postern.config` file may say. */
export interface Config {
  plugins?: Readonly<Record<string, GroupSetting>>;
  data?: string;
  store?: string;
  host?: string;
  port?: number;
  public?: boolean;
  hosts?: readonly string[];
  origins?: readonly string[];
  trustedProxy?: boolean;
  gateway?: string;
}

/** What a command runs with: flags win over the environment, the environment over the file. */
export interface Settings extends Omit<Config, "data" | "port"> {
  readonly data: string;
  readonly port: number;
  /** The folder of the user's own configuration, where keys are kept. */
  readonly home: string;
  readonly token: string | undefined;
}

/** Flags that stand before or after any command. */
export interface GlobalFlags {
  data?: string;
  gateway?: string;
  configFile?: string;
  store?: string;
  host?: string;
  port?: string;
  public?: boolean;
}

export const DEFAULT_PORT = 4870;

export async function readSettings(flags: GlobalFlags, io: Io): Promise<Settings> {
  const { env, cwd } = io;
  const config = await loadConfig(flags.configFile, cwd);
  const paths = envPaths("postern", { suffix: "" });
  const data = flags.data ?? env.POSTERN_DATA ?? config.data ?? paths.data;
  const token = env.POSTERN_TOKEN;
  const gateway = flags.gateway ?? env.POSTERN_URL ?? config.gateway;
  return {
    ...config,
    data: isAbsolute(data) ? data : resolve(cwd, data),
    port: portOf(flags.port ?? config.port ?? DEFAULT_PORT),
    home: paths.config,
    token: token === "" ? undefined : token,
    ...(gateway && { gateway: urlOf(gateway) }),
    ...(flags.store !== undefined && { store: flags.store }),
    ...(flags.host !== undefined && { host: flags.host }),
    ...(flags.public && { public: true }),
  };
}

function portOf(value: string | number): number {
  const port = typeof value === "number" ? value : /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError(`--port takes a number from 0 to 65535, not ${JSON.stringify(value)}`);
}

function urlOf(value: string): string {
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value.replace(/\/+$/, "");
  throw new UsageError(
    `--gateway takes an address like http://127.0.0.1:${DEFAULT_PORT}, not ${JSON.stringify(value)}`,
  );
}

/** Where the store lies when nothing else is said. */
export const defaultStore = (data: string): string => `lmdb:${join(data, "store")}`;
