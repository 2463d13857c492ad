import { setImmediate as turn } from "node:timers/promises";
import { catalogsFrom, collectFolders, type Found, type Setting } from "./catalogs.ts";
import { inspectManifest } from "./inspect.ts";
import type { Manifest } from "./manifest.ts";
import type { Diagnostic, Level } from "./schemas.ts";

/** Number of manifests read concurrently. */
const CONCURRENCY = 16;

export interface ValidProfile extends Found {
  readonly manifest: Manifest;
}

/**
 * All effective profiles, or those of one level, and the problems of invalid ones. An invalid profile still overrides
 * lower levels: a syntax error must not silently switch a task to another profile.
 */
export async function readProfiles(
  setting: Setting,
  source?: Level,
): Promise<{ profiles: ValidProfile[]; diagnostics: Diagnostic[] }> {
  const found = await findProfiles(setting, source);
  const profiles: ValidProfile[] = [];
  const { diagnostics } = found;
  for (let at = 0; at < found.profiles.length; at += CONCURRENCY) {
    const some = found.profiles.slice(at, at + CONCURRENCY);
    const read = await Promise.all(some.map(({ folder }) => inspectManifest(folder)));
    read.forEach(({ manifest, diagnostics: own }, one) => {
      diagnostics.push(...own);
      if (manifest) profiles.push({ ...(some[one] as Found), manifest });
    });
    await turn();
  }
  return { profiles, diagnostics };
}

/** The same, before the manifests are read. */
async function findProfiles(
  setting: Setting,
  source?: Level,
): Promise<{ profiles: Found[]; diagnostics: Diagnostic[] }> {
  const { folders, diagnostics } = await collectFolders(catalogsFrom(setting, source));
  const profiles = [...folders.values()]
    .filter(([{ source: highest }]) => source === undefined || highest === source)
    .map(([folder, ...lower]) => ({ folder, shadows: lower.map(({ source }) => source) }));
  return { profiles, diagnostics: diagnostics.filter((one) => source === undefined || one.source === source) };
}
