import { isGatewayError, omitUndefined, suggest } from "@postern/core";
import { catalogOnDisk } from "./disk/catalog.ts";
import { type Folders, locationOf, locationsOf } from "./disk/location.ts";
import { ProfileNotFound, ProfileUnknown } from "./errors.ts";
import { type Catalog, type CatalogFault, catalogInMemory, type Folder, folderInMemory } from "./folder.ts";
import { presets, scaffold } from "./presets/index.ts";
import type { Diagnostic, Level } from "./schemas.ts";

/** The configuration and state that determine the catalogs. Every call context contains it. */
export interface Setting {
  readonly config: Folders;
  readonly state: { readonly profiles: ReadonlyMap<string, Folder>; readonly host: string | undefined };
}

/** The configured folders, with the machine that has them if there are several. */
export const foldersOf = ({ config, state: { host } }: Setting): Folders =>
  host === undefined ? config : { ...config, host };

export interface Found {
  readonly folder: Folder;
  /** Lower levels that have a profile with the same id. */
  readonly shadows: Level[];
}

const builtIn = presets.map((preset) =>
  folderInMemory({ id: preset.id, source: "system" }, scaffold(preset, preset.id)),
);
const system = catalogInMemory("system", () => builtIn);

/** The catalogs in order of precedence: workspace, user, plugin, system. With `source`, starts at that level. */
export function catalogsFrom(setting: Setting, source?: Level): Catalog[] {
  const { state } = setting;
  const configured = foldersOf(setting);
  if (source === "workspace" || source === "user") locationOf(configured, source);
  const plugin = catalogInMemory("plugin", () => state.profiles.values());
  const catalogs = [...locationsOf(configured).map(catalogOnDisk), plugin, system];
  return source === undefined ? catalogs : catalogs.slice(catalogs.findIndex((catalog) => catalog.source === source));
}

/** The effective profile for an id, or the one of a level. Throws 404 if it does not exist. */
export async function findProfile(setting: Setting, id: string, source?: Level): Promise<Found> {
  const catalogs = catalogsFrom(setting, source);
  const searched = source === undefined ? catalogs : catalogs.slice(0, 1);
  for (const [at, catalog] of searched.entries()) {
    const folder = await catalog.find(id);
    if (folder) return { folder, shadows: await levelsWith(catalogs.slice(at + 1), id) };
  }
  const { folders } = await collectFolders(searched);
  const [suggestion] = suggest(id, [...folders.keys()]);
  throw ProfileNotFound(omitUndefined({ profileId: id, source, nearest: suggestion, host: setting.state.host }));
}

/** Throws if no catalog has a profile with this id. A catalog that cannot be read may have it. */
export async function assertProfileExists(setting: Setting, id: string): Promise<void> {
  const { folders, diagnostics } = await collectFolders(catalogsFrom(setting));
  if (folders.has(id) || diagnostics.length > 0) return;
  const [nearest] = suggest(id, [...folders.keys()]);
  throw ProfileUnknown(omitUndefined({ profileId: id, nearest, host: setting.state.host }));
}

/** The levels that also have this profile. They are only reported, so unreadable catalogs are ignored. */
async function levelsWith(catalogs: readonly Catalog[], id: string): Promise<Level[]> {
  const found = await Promise.all(
    catalogs.map((catalog) =>
      catalog.find(id).catch((error: unknown) => {
        if (isGatewayError(error)) return undefined;
        throw error;
      }),
    ),
  );
  return found.flatMap((folder) => (folder ? [folder.source] : []));
}

/** All profiles sorted by id, each with its versions from the highest level down, and the problems of the catalogs. */
export async function collectFolders(catalogs: readonly Catalog[]): Promise<{
  folders: Map<string, [Folder, ...Folder[]]>;
  diagnostics: Diagnostic[];
}> {
  const byId = new Map<string, [Folder, ...Folder[]]>();
  const diagnostics: Diagnostic[] = [];
  for (const catalog of catalogs) {
    const { folders, faults } = await listCatalog(catalog);
    for (const folder of folders) {
      const higher = byId.get(folder.id);
      if (higher) higher.push(folder);
      else byId.set(folder.id, [folder]);
    }
    diagnostics.push(
      ...faults.map(({ severity = "error" as const, ...fault }) => ({ severity, source: catalog.source, ...fault })),
    );
  }
  const inOrder = [...byId].sort(([left], [right]) => (left < right ? -1 : 1));
  return { folders: new Map(inOrder), diagnostics };
}

/** Reports an unreadable catalog as a fault, so that the other catalogs are still listed. */
async function listCatalog(catalog: Catalog): Promise<{ folders: readonly Folder[]; faults: readonly CatalogFault[] }> {
  try {
    return await catalog.list();
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    return { folders: [], faults: [{ code: error.code.replace("tasks.", ""), message: error.message }] };
  }
}
