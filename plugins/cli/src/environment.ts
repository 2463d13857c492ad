import { portOf } from "./config.ts";
import type { Config } from "./config-settings.ts";
import { Refusal } from "./exit.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type FromEnvironment = Pick<
  Config,
  "data" | "gateway" | "store" | "blobs" | "host" | "port" | "hostName" | "workspace" | "project" | "hooksPrivate"
> & { token?: string };

const VARIABLES: Readonly<Record<string, (text: string) => FromEnvironment>> = {
  POSTERN_DATA: (data) => ({ data }),
  POSTERN_URL: (gateway) => ({ gateway }),
  POSTERN_TOKEN: (token) => ({ token: tokenOf(token) }),
  POSTERN_STORE: (store) => ({ store }),
  POSTERN_BLOBS: (blobs) => ({ blobs }),
  // Read by blob-key.ts.
  POSTERN_S3_ACCESS_KEY_ID: () => ({}),
  POSTERN_S3_SECRET_ACCESS_KEY: () => ({}),
  POSTERN_S3_SESSION_TOKEN: () => ({}),
  POSTERN_HOST: (host) => ({ host }),
  POSTERN_PORT: (port) => ({ port: portOf(port) }),
  POSTERN_HOST_NAME: (hostName) => ({ hostName }),
  POSTERN_WORKSPACE: (workspace) => ({ workspace }),
  POSTERN_PROJECT: (project) => ({ project }),
  POSTERN_HOOKS_PRIVATE: (text) => ({ hooksPrivate: switchOf("POSTERN_HOOKS_PRIVATE", text) }),
};

/** The settings in the environment; an empty variable counts as unset. */
export function readEnvironment(env: Environment): FromEnvironment {
  const found = Object.entries(VARIABLES).map(([name, read]) => {
    const text = env[name];
    return text ? read(text) : {};
  });
  return Object.assign({}, ...found) as FromEnvironment;
}

/** The variable in the environment that sets a setting, if there is one. */
export const variableFor = (name: keyof Config, env: Environment): string | undefined =>
  Object.keys(VARIABLES).find((variable) => env[variable] && name in (VARIABLES[variable]?.(env[variable]) ?? {}));

/** A gateway does not start with an unknown variable: its name is probably misspelled. */
export function refuseUnknownVariables(env: Environment): void {
  const unknown = Object.keys(env).find((name) => name.startsWith("POSTERN_") && !(name in VARIABLES));
  if (unknown === undefined) return;
  throw new Refusal(
    `Unknown environment variable ${unknown}. Available variables: ${Object.keys(VARIABLES).join(", ")}.`,
  );
}

/** A key is sent in a header: invalid characters are refused here, without repeating the key. */
function tokenOf(text: string): string {
  const token = text.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new Refusal("POSTERN_TOKEN is not a valid key. A key starts with rctx_ and contains no spaces.");
}

function switchOf(name: string, text: string): boolean {
  if (text === "1" || text === "0") return text === "1";
  throw new Refusal(`${name} must be 1 or 0, not ${JSON.stringify(text)}`);
}
