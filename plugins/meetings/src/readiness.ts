import type { ConnectionDirectory } from "@postern/credentials/services";
import type { Needs } from "./catalogue/entry.ts";
import { isInstalled, isOnPath } from "./installed.ts";
import type { Missing } from "./schemas.ts";
import type { Availability } from "./services.ts";

/** The sources of available credentials. */
export interface Credentials {
  readonly configured: readonly string[];
  readonly connections: ConnectionDirectory | undefined;
}

/** The requirements of a runtime that are missing on this machine. */
export async function missingFor(needs: Needs, credentials: Credentials): Promise<Missing[]> {
  const { packages = [], programs = [], provider } = needs;
  const missing = await Promise.all([
    ...packages.map(async (name) => ((await isInstalled(name)) ? undefined : missingPackage(name))),
    ...programs.map(async (names) => ((await isAnyOnPath(names)) ? undefined : missingProgram(names))),
    ...(provider === undefined ? [] : [missingConnection(provider, credentials)]),
  ]);
  return missing.filter((requirement) => requirement !== undefined);
}

/** Missing installations take precedence over missing credentials. */
export function availabilityOf(missing: readonly Missing[]): Availability {
  if (missing.some(({ what }) => what !== "connection")) return "not_installed";
  return missing.length > 0 ? "needs_credentials" : "ready";
}

const isAnyOnPath = async (names: readonly string[]) =>
  (await Promise.all(names.map((name) => isOnPath(name)))).includes(true);

const missingPackage = (name: string): Missing => ({ what: "package", name, fix: `npm install ${name}` });

function missingProgram(names: readonly string[]): Missing {
  const name = names.join(" or ");
  return { what: "program", name, fix: `Install ${name} and add it to the PATH` };
}

async function missingConnection(
  provider: string,
  { configured, connections }: Credentials,
): Promise<Missing | undefined> {
  if (configured.includes(provider)) return undefined;
  const found = await connections?.find({ provider });
  if (found?.status === "active") return undefined;
  const make = `postern credentials connections create --provider ${provider} --connection NAME`;
  const enable = `postern credentials connections enable --provider ${provider} --connection ${found?.connection}`;
  const configure = `Add "${provider}" to the option connections of the meetings plugin`;
  return { what: "connection", name: provider, fix: !connections ? configure : found ? enable : make };
}
