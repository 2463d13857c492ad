import { resolve } from "node:path";
import type { Plugin } from "@postern/core";
import envPaths from "env-paths";
import type { GlobalFlags } from "./args.ts";
import { configPath, loadConfig } from "./config.ts";
import { readEnvironment } from "./environment.ts";
import { Refusal } from "./exit.ts";
import type { Io } from "./io.ts";
import { type RunnerCommand, runnerCommand } from "./runner-command.ts";

/** A group's place in the configuration: on, off, configured, or a plugin that the file imported. */
export type GroupSetting = boolean | Readonly<Record<string, unknown>> | Plugin;

/** What a `postern.config` file may say. */
export interface Config {
  plugins?: Readonly<Record<string, GroupSetting>>;
  data?: string;
  /** `<driver>:<path or URL>` */
  store?: string;
  host?: string;
  port?: number;
  /** Allows a `host` that other machines reach; `hosts` are the names that they call it by. */
  public?: boolean;
  hosts?: readonly string[];
  /** Origins of pages that may call, like `https://app.example`. */
  origins?: readonly string[];
  trustedProxy?: boolean;
  /** Serves HTTPS: files with a certificate and its key, in PEM format. */
  tls?: { cert: string; key: string };
  /** The address of a gateway that runs elsewhere, for commands. */
  gateway?: string;
  /** The folder that operations on files work below; the current one where none is named. */
  workspace?: string;
  /** The known project. */
  project?: string;
  /** How much history of events is kept: milliseconds, and bytes as stored. */
  journal?: { age?: number; bytes?: number };
  /** Whether webhooks may go to private and loopback addresses. */
  hooksPrivate?: boolean;
}

/** What a command runs with: flags win over the environment, the environment over the file. */
export interface Settings extends Config {
  readonly data: string;
  readonly port: number;
  readonly workspace: string;
  /** Where a gateway with these settings is reached. */
  readonly address: string;
  /** The folder of the user's own configuration, where keys are kept. */
  readonly home: string;
  readonly token?: string;
  /** Whether the address of the gateway comes from a configuration file that nobody named: of whoever made the folder. */
  readonly isFoundGateway: boolean;
  /** How this program is run as the channel runner, with these settings and from any folder. */
  readonly runner: RunnerCommand;
}

const DEFAULT_PORT = 4870;

export async function readSettings(flags: GlobalFlags, io: Io): Promise<Settings> {
  const { configFile, ...asked } = flags;
  const { token, ...environment } = readEnvironment(io.env);
  const found = await loadConfig(configFile, io.cwd);
  const said = { ...found, ...environment, ...asked };
  const paths = envPaths("postern", { suffix: "" });
  const port = portOf(said.port ?? DEFAULT_PORT);
  const data = resolve(io.cwd, said.data || paths.data);
  const workspace = resolve(io.cwd, said.workspace || ".");
  return {
    ...said,
    data,
    port,
    address: addressFor({ ...said, port }),
    workspace,
    isFoundGateway: configFile === undefined && (environment.gateway ?? asked.gateway) === undefined,
    runner: runnerCommand({ ...said, data, workspace }, configPath(configFile, io.cwd)),
    home: paths.config,
    ...(said.gateway !== undefined && { gateway: addressOf(said.gateway) }),
    ...(token !== undefined && { token }),
  };
}

/** Where a gateway is reached that serves like this: by the first of its names, else by its address. */
export function addressFor({
  hosts,
  host = "127.0.0.1",
  port,
  tls,
}: Pick<Config, "hosts" | "host"> & { port: number; tls?: object }): string {
  const name = hosts?.[0] ?? host;
  return `${tls ? "https" : "http"}://${name.includes(":") && !name.startsWith("[") ? `[${name}]` : name}:${port}`;
}

/** A port as people write it. */
export function portOf(value: string | number): number {
  const port = /^\d{1,5}$/.test(String(value)) ? Number(value) : Number.NaN;
  if (port <= 65_535) return port;
  throw new Refusal(`A port is a number from 0 to 65535, not ${JSON.stringify(value)}`);
}

function addressOf(value: string): string {
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value.replace(/(?<!\/)\/+$/, "");
  throw new Refusal(`A gateway is an address like http://127.0.0.1:${DEFAULT_PORT}, not ${JSON.stringify(value)}`);
}
