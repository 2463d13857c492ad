import { existsSync } from "node:fs";
import type { GatewayView, Logger, PluginPage } from "@postern/core";
import { createFolder, type Folder } from "./files.ts";
import { isReserved } from "./reserved-titles.ts";

/** A page of a plugin, with its files. */
export interface Framed {
  readonly plugin: string;
  readonly page: PluginPage;
  readonly folder: Folder;
}

/**
 * The pages of all plugins by `<plugin>/<name>`. A page without its module, or with a title of the
 * console, is left out and reported.
 */
export function pluginPages(plugins: GatewayView["pages"], log: Logger): ReadonlyMap<string, Framed> {
  const found = new Map<string, Framed>();
  for (const { name: plugin, pages } of plugins)
    for (const page of pages) {
      const key = `${plugin}/${page.name}`;
      const reason = found.has(key) ? "The plugin has another page with this name" : faultOf(page);
      if (reason === undefined) found.set(key, { plugin, page, folder: createFolder(page.files) });
      else log.error({ plugin, page: page.name, reason }, "A page of a plugin cannot be shown in the console");
    }
  return found;
}

function faultOf({ title, module, files }: PluginPage): string | undefined {
  if (isReserved(title)) return `The title "${title}" looks like a page of the console: choose another one`;
  return existsSync(new URL(module, files)) ? undefined : `The file ${module} does not exist`;
}
