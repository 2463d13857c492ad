import type { Manifest, Plugin } from "@postern/core";
import { Refusal } from "./exit.ts";
import { manifestOf, runningGateway } from "./running.ts";
import type { Settings } from "./settings.ts";

/** What there is to call, and the plugins behind it, loaded when they are first needed. */
export interface Offer {
  readonly manifest: Manifest;
  plugins(): Promise<readonly Plugin[]>;
}

/**
 * What the gateway that runs on the data folder told of itself, which loads nothing; else what the configured plugins
 * make. The plugins of a gateway elsewhere are not known here: its commands are those of the plugins installed here.
 */
export async function readOffer(settings: Settings): Promise<Offer> {
  const running = runningGateway(settings.data);
  const told = running && (settings.gateway ?? running.url) === running.url && manifestOf(settings.data, running);
  return told ? { manifest: told, plugins: () => loadConfigured(settings) } : makeOffer(settings);
}

/** What the configured plugins make. */
export async function makeOffer(settings: Settings): Promise<Offer> {
  const plugins = await loadConfigured(settings);
  const { createGateway } = await import("@postern/core");
  try {
    return { manifest: createGateway({ plugins }).manifest, plugins: async () => plugins };
  } catch (error) {
    // Plugins that do not go together: the configuration is what has to change.
    throw new Refusal((error as Error).message);
  }
}

async function loadConfigured(settings: Settings): Promise<readonly Plugin[]> {
  const { loadPlugins } = await import("./groups.ts");
  return loadPlugins(settings);
}
