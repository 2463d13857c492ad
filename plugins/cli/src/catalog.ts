import type { Manifest, Plugin } from "@postern/core";
import { Refusal } from "./exit.ts";
import { gatewayAt, manifestOf, runningGateway } from "./running.ts";
import type { Settings } from "./settings.ts";

/** The available operations, and their plugins, which are loaded on first use. */
export interface Catalog {
  readonly manifest: Manifest;
  /** Why plugins of the running gateway did not start, by name. */
  readonly failed: Readonly<Record<string, string>>;
  plugins(): Promise<readonly Plugin[]>;
}

/**
 * Reads the manifest of the gateway that serves the data folder, which loads no plugin; otherwise that of the
 * configured plugins. For a gateway elsewhere the commands are those of the plugins installed here.
 */
export async function readCatalog(settings: Settings): Promise<Catalog> {
  const { data, gateway } = settings;
  const running = gateway === undefined ? runningGateway(data) : gatewayAt(data, gateway);
  const manifest = running && manifestOf(data, running);
  if (!manifest) return buildCatalog(settings);
  return { manifest, failed: running.failed ?? {}, plugins: () => loadConfigured(settings) };
}

/** The operations of the configured plugins. */
export async function buildCatalog(settings: Settings): Promise<Catalog> {
  const plugins = await loadConfigured(settings);
  const { createGateway } = await import("@postern/core");
  try {
    return { manifest: createGateway({ plugins }).manifest, failed: {}, plugins: async () => plugins };
  } catch (error) {
    // The plugins conflict with each other: the configuration has to change.
    throw new Refusal((error as Error).message);
  }
}

async function loadConfigured(settings: Settings): Promise<readonly Plugin[]> {
  const { loadPlugins } = await import("./groups.ts");
  return loadPlugins(settings);
}
