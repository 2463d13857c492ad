import { Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { isRunByNpx, ownProgram } from "../own-program.ts";
import type { Settings } from "../settings.ts";

/** How a service manager runs the gateway. All paths are absolute. */
export interface GatewayProgram {
  readonly start: readonly string[];
  /** Ends the channel runner after the gateway has stopped. */
  readonly stopRunner: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Variables of the terminal that the gateway and the programs it starts depend on. */
const KEPT = [
  "PATH",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_CACHE_HOME",
  "XDG_STATE_HOME",
  "NODE_EXTRA_CA_CERTS",
  "TZ",
  "POSTERN_STORE",
  "POSTERN_BLOBS",
  "POSTERN_HOST",
  "POSTERN_PORT",
  "POSTERN_HOST_NAME",
  "POSTERN_PROJECT",
  "POSTERN_HOOKS_PRIVATE",
];

/** The program with these settings. Refuses settings that would put a secret into a file that other users may read. */
export function gatewayProgram(settings: Settings, store: string | undefined, { env, cwd }: Io): GatewayProgram {
  const { data, workspace, configFile } = settings;
  const kept = Object.fromEntries(KEPT.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const environment: Record<string, string> = {
    ...kept,
    ...(store !== undefined && { POSTERN_STORE: store }),
    POSTERN_DATA: data,
    POSTERN_WORKSPACE: workspace,
  };
  for (const [name, value] of Object.entries(environment)) {
    if (/\/\/[^/\s]*:[^/\s]*@/.test(value))
      throw new Refusal(
        `${name} contains a password, which must not be in the file of a service. Write ${name === "POSTERN_BLOBS" ? '"blobs"' : '"store"'} into a configuration file that only you can read, and unset ${name}.`,
      );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they would begin a new line of the file
    if (/[\u0000-\u001f\u007f]/.test(value)) throw new Refusal(`${name} contains a control character`);
  }
  if (isRunByNpx())
    throw new Refusal(
      'npx keeps this program only for a time. Install it first with "npm install --global postern", then run "postern service install".',
    );
  const command = [...ownProgram(), ...(configFile ? ["--config-file", configFile.path] : [])];
  return {
    start: [...command, "serve", "--log-file"],
    stopRunner: [...command, "runner", "--stop"],
    folder: cwd,
    environment,
  };
}
