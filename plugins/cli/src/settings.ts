import { resolve } from "node:path";
import envPaths from "env-paths";
import type { GlobalFlags } from "./args.ts";
import { type BlobKey, readBlobKey } from "./blob-key.ts";
import { type ConfigFile, findConfig, loadConfig, portOf, userFolder } from "./config.ts";
import type { Config } from "./config-settings.ts";
import { readEnvironment } from "./environment.ts";
import { Refusal } from "./exit.ts";
import type { Io } from "./io.ts";
import { traceIn } from "./own-headers.ts";
import { type RunnerCommand, runnerCommand } from "./runner-command.ts";

/** The settings of a command: flags override the environment, which overrides the configuration file. */
export interface Settings extends Config {
  readonly data: string;
  readonly port: number;
  readonly workspace: string;
  /** The URL of a gateway with these settings. */
  readonly address: string;
  /** The user's configuration folder, where keys are saved. */
  readonly home: string;
  readonly token?: string;
  /** The W3C trace of the program that runs the command. */
  readonly traceparent?: string;
  /** The access key for large values in S3. */
  readonly blobKey?: BlobKey;
  /** The region of S3 if the URL of the bucket names none. */
  readonly blobRegion?: string;
  /**
   * Whether the gateway's address comes from a configuration file in the current folder, which the user did not name.
   */
  readonly isFoundGateway: boolean;
  /** The configuration file, if there is one. */
  readonly configFile?: ConfigFile;
  /** The names of the settings in the configuration file. */
  readonly inFile: readonly string[];
  /** How to run this program as the channel runner with these settings, from any folder. */
  readonly runner: RunnerCommand;
}

const DEFAULT_PORT = 4870;

export async function readSettings(flags: GlobalFlags, io: Io): Promise<Settings> {
  const { configFile, ...asked } = flags;
  const { token, ...environment } = readEnvironment(io.env);
  const file = findConfig(configFile, io.cwd);
  const found = await loadConfig(file, io.cwd);
  const merged = { ...found, ...environment, ...asked };
  const port = portOf(merged.port ?? DEFAULT_PORT);
  const data = resolve(io.cwd, merged.data || envPaths("postern", { suffix: "" }).data);
  const workspace = resolve(io.cwd, merged.workspace || ".");
  const blobKey = readBlobKey(io.env);
  const blobRegion = io.env.AWS_REGION;
  const traceparent = traceIn(io.env);
  return {
    ...merged,
    data,
    port,
    address: addressFor({ ...merged, port }),
    workspace,
    isFoundGateway: file?.place === "folder" && (environment.gateway ?? asked.gateway) === undefined,
    runner: runnerCommand({ ...merged, data, workspace }, file?.path),
    home: userFolder(),
    ...(file && { configFile: file }),
    inFile: Object.keys(found),
    ...(merged.gateway !== undefined && { gateway: addressOf(merged.gateway) }),
    ...(token !== undefined && { token }),
    ...(traceparent !== undefined && { traceparent }),
    ...(blobKey && { blobKey }),
    ...(blobRegion && { blobRegion }),
  };
}

/** The URL of a gateway with these settings: the public one, or with the first of its host names, otherwise with its address. */
export function addressFor({
  publicUrl,
  hosts,
  host = "127.0.0.1",
  port,
  tls,
}: Pick<Config, "publicUrl" | "hosts" | "host"> & { port: number; tls?: object }): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const name = hosts?.[0] ?? host;
  return `${tls ? "https" : "http"}://${name.includes(":") && !name.startsWith("[") ? `[${name}]` : name}:${port}`;
}

function addressOf(value: string): string {
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value.replace(/(?<!\/)\/+$/, "");
  throw new Refusal(`The gateway must be a URL such as http://127.0.0.1:${DEFAULT_PORT}, not ${JSON.stringify(value)}`);
}
