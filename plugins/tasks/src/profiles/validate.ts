import { setImmediate as turn } from "node:timers/promises";
import { catalogsFrom, collectFolders, findProfile, type Setting } from "./catalogs.ts";
import type { Folder } from "./folder.ts";
import { inspect } from "./inspect.ts";
import { MAX_DIAGNOSTICS } from "./limits.ts";
import type { Diagnostic, Level } from "./schemas.ts";

export interface Outcome {
  readonly checked: number;
  readonly diagnostics: Diagnostic[];
  readonly truncated: boolean;
}

/**
 * Validates one profile or all, at one level or all. Holds one profile in memory at a time, and yields between them.
 */
export async function validate(
  setting: Setting,
  { id, source }: { id?: string | undefined; source?: Level | undefined },
  signal: AbortSignal,
): Promise<Outcome> {
  const { folders, diagnostics } =
    id === undefined ? await everywhere(setting, source) : await one(setting, id, source);
  let checked = 0;
  for (const folder of folders) {
    signal.throwIfAborted();
    if (diagnostics.length >= MAX_DIAGNOSTICS) break;
    diagnostics.push(...(await inspect(folder)));
    checked++;
    await turn();
  }
  const truncated = diagnostics.length > MAX_DIAGNOSTICS || checked < folders.length;
  return { checked, diagnostics: diagnostics.slice(0, MAX_DIAGNOSTICS), truncated };
}

async function one(
  setting: Setting,
  id: string,
  source?: Level,
): Promise<{ folders: Folder[]; diagnostics: Diagnostic[] }> {
  const { folder, shadows } = await findProfile(setting, id, source);
  if (source !== undefined) return { folders: [folder], diagnostics: [] };
  const lower = await Promise.all(shadows.map((level) => findProfile(setting, id, level)));
  return { folders: [folder, ...lower.map((found) => found.folder)], diagnostics: [] };
}

async function everywhere(setting: Setting, source?: Level): Promise<{ folders: Folder[]; diagnostics: Diagnostic[] }> {
  const catalogs = catalogsFrom(setting, source).slice(0, source === undefined ? undefined : 1);
  const { folders, diagnostics } = await collectFolders(catalogs);
  return { folders: [...folders.values()].flat(), diagnostics };
}
