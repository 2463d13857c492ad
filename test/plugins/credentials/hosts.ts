import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "@postern/core";
import type { Provider } from "@postern/credentials/services";
import postgres from "@postern/storage-postgres";
import type { Cluster } from "../../storage-drivers/postgres/cluster.ts";
import { folder, openGateway } from "./gateway.ts";

interface Options {
  readonly providers?: readonly Provider[];
  readonly plugins?: () => readonly Plugin[];
  /** Configuration of the vault besides its folders, which each host has. */
  readonly vault?: object;
  /** Whether both hosts have the same folders, as on a network drive. */
  readonly isSharedFolder?: boolean;
}

/** Two gateways on one PostgreSQL, as if each had a host of its own: "alpha" and "beta". */
export async function openHosts(cluster: Cluster, { vault = {}, plugins, isSharedFolder, ...given }: Options = {}) {
  const url = cluster.database();
  const common = folder();
  const open = async (host: string, place = isSharedFolder ? common : folder()) => {
    const config = {
      data: join(place, "data"),
      home: join(place, "home"),
      backend: "vault" as const,
      vault,
      env: ["HOSTS_TEST_*"],
    };
    const storage = postgres({ url }) as never;
    return openGateway({ ...given, ...(plugins && { plugins: plugins() }), place, storage, config, host });
  };
  const alpha = await open("alpha");
  const beta = await open("beta");
  return {
    alpha,
    beta,
    /** Starts the gateway of a host again. */
    reopen: open,
    /** All records of the store as text. */
    stored: () => cluster.sql("SELECT key || '=' || value FROM postern.records", url.split("/").at(-1)),
  };
}

type Host = Awaited<ReturnType<typeof openGateway>>;

/** Copies the keys of the vault from one host to another, as the error message says. */
export function copyKeys(from: Host, to: Host): void {
  const keys = join(to.place, "home", "vault-keys");
  mkdirSync(keys, { recursive: true, mode: 0o700 });
  for (const file of from.keyFiles()) copyFileSync(file, join(keys, basename(file)));
}

/** The names of the keys of a host. */
export const keyNames = (host: Host): string[] => {
  try {
    return readdirSync(join(host.place, "home", "vault-keys")).sort();
  } catch {
    return [];
  }
};
