import { setImmediate as turn } from "node:timers/promises";
import { catalogsFrom, type Found, type Setting, surveyed } from "./catalogs.ts";
import { inspectManifest } from "./inspect.ts";
import type { Manifest } from "./manifest.ts";
import type { Diagnostic, Level } from "./schemas.ts";

/** Profiles that are read at a time. */
const TOGETHER = 16;

export interface Sound extends Found {
  readonly manifest: Manifest;
}

/**
 * Every profile that an id stands for, or those of one level, and what is wrong with the others. One that is broken hides
 * those below it all the same: a task must not be worked on by other rules because of a comma.
 */
export async function surveyProfiles(
  setting: Setting,
  source?: Level,
): Promise<{ profiles: Sound[]; diagnostics: Diagnostic[] }> {
  const found = await foundProfiles(setting, source);
  const profiles: Sound[] = [];
  const { diagnostics } = found;
  for (let at = 0; at < found.profiles.length; at += TOGETHER) {
    const some = found.profiles.slice(at, at + TOGETHER);
    const read = await Promise.all(some.map(({ folder }) => inspectManifest(folder)));
    read.forEach(({ manifest, diagnostics: own }, one) => {
      diagnostics.push(...own);
      if (manifest) profiles.push({ ...(some[one] as Found), manifest });
    });
    await turn();
  }
  return { profiles, diagnostics };
}

/** The same before their manifests are read. */
async function foundProfiles(
  setting: Setting,
  source?: Level,
): Promise<{ profiles: Found[]; diagnostics: Diagnostic[] }> {
  const { folders, diagnostics } = await surveyed(catalogsFrom(setting, source));
  const profiles = [...folders.values()]
    .filter(([{ source: highest }]) => source === undefined || highest === source)
    .map(([folder, ...lower]) => ({ folder, shadows: lower.map(({ source }) => source) }));
  return { profiles, diagnostics: diagnostics.filter((one) => source === undefined || one.source === source) };
}
