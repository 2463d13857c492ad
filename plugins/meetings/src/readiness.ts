import type { ConnectionDirectory } from "@postern/credentials/services";
import type { Needs } from "./catalogue/entry.ts";
import { isInstalled, isOnPath } from "./look.ts";
import type { Missing } from "./schemas.ts";
import type { Availability } from "./services.ts";

/** What is known here of credentials. */
export interface Credentials {
  readonly configured: readonly string[];
  readonly connections: ConnectionDirectory | undefined;
}

/** What a runtime lacks on this machine. */
export async function lacksOf(needs: Needs, credentials: Credentials): Promise<Missing[]> {
  const { packages = [], programs = [], provider } = needs;
  const lacks = await Promise.all([
    ...packages.map(async (name) => ((await isInstalled(name)) ? undefined : lackOfPackage(name))),
    ...programs.map(async (names) => ((await isAnyOnPath(names)) ? undefined : lackOfProgram(names))),
    ...(provider === undefined ? [] : [lackOfConnection(provider, credentials)]),
  ]);
  return lacks.filter((lack) => lack !== undefined);
}

/** What can be installed comes before what has to be asked for. */
export function availabilityOf(lacks: readonly Missing[]): Availability {
  if (lacks.some(({ what }) => what !== "connection")) return "not_installed";
  return lacks.length > 0 ? "needs_credentials" : "ready";
}

const isAnyOnPath = async (names: readonly string[]) =>
  (await Promise.all(names.map((name) => isOnPath(name)))).includes(true);

const lackOfPackage = (name: string): Missing => ({ what: "package", name, fix: `npm install ${name}` });

function lackOfProgram(names: readonly string[]): Missing {
  const name = names.join(" or ");
  return { what: "program", name, fix: `Install ${name}, so that it is on the PATH` };
}

async function lackOfConnection(
  provider: string,
  { configured, connections }: Credentials,
): Promise<Missing | undefined> {
  if (configured.includes(provider)) return undefined;
  const found = await connections?.find({ provider });
  if (found?.status === "active") return undefined;
  const make = `postern credentials connections create --provider ${provider} --connection NAME`;
  const enable = `postern credentials connections enable --provider ${provider} --connection ${found?.connection}`;
  const configure = `Put "${provider}" among the connections in the configuration of meetings`;
  return { what: "connection", name: provider, fix: !connections ? configure : found ? enable : make };
}
