import type { Found } from "./catalogs.ts";
import { ProfileBroken } from "./errors.ts";
import { type Inspected, inspectManifest, isError } from "./inspect.ts";
import type { Manifest } from "./manifest.ts";
import type { Diagnostic, Profile, ProfileDetails } from "./schemas.ts";

/** Maximum number of diagnostics in an error; tasks.profiles.validate returns all of them. */
const MAX_REPORTED = 20;

/** The manifest of a profile. Throws 409 with diagnostics if it is invalid. */
export async function validManifest({ folder }: Found): Promise<Manifest> {
  const { manifest, diagnostics } = await inspectManifest(folder);
  if (!manifest) throw brokenProfile({ folder }, diagnostics);
  return manifest;
}

export const brokenProfile = ({ folder: { id, source } }: Pick<Found, "folder">, diagnostics: readonly Diagnostic[]) =>
  ProfileBroken({ profileId: id, source, diagnostics: diagnostics.filter(isError).slice(0, MAX_REPORTED) });

/** A profile as a list item. */
export function showProfile({ folder, shadows }: Found, { name, description, runtime = {} }: Manifest): Profile {
  const { id, source, plugin, path } = folder;
  return {
    id,
    name,
    description,
    source,
    ...(plugin !== undefined && { plugin }),
    ...(path !== undefined && { path }),
    shadows,
    runtime,
  };
}

/** A profile with all its details. */
export function showDetails(found: Found, manifest: Manifest, templates: readonly Inspected[]): ProfileDetails {
  const { version, inputs = {}, checks = [] } = manifest;
  return {
    ...showProfile(found, manifest),
    version,
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([name, { required = false, ...input }]) => [name, { ...input, required }]),
    ),
    checks,
    templates: Object.fromEntries(
      templates.map(({ role, file, text }) => [role, { file, ...(text !== undefined && { text }) }]),
    ),
  };
}
