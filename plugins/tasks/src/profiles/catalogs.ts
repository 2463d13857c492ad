import { isGatewayError, suggest } from "@postern/core";
import { catalogOnDisk } from "./disk/catalog.ts";
import { type Folders, placeOf, placesOf } from "./disk/place.ts";
import { ProfileNotFound } from "./errors.ts";
import { type Catalog, type CatalogFault, catalogInMemory, type Folder, folderInMemory } from "./folder.ts";
import { presets, scaffold } from "./presets/index.ts";
import type { Diagnostic, Level } from "./schemas.ts";

/** What the catalogs of a gateway follow from; a context of any call has it. */
export interface Setting {
  readonly config: Folders;
  readonly state: { readonly profiles: ReadonlyMap<string, Folder> };
}

export interface Found {
  readonly folder: Folder;
  /** Lower levels that have a profile of the same id. */
  readonly shadows: Level[];
}

const shipped = presets.map((preset) =>
  folderInMemory({ id: preset.id, source: "system" }, scaffold(preset, preset.id)),
);
const system = catalogInMemory("system", () => shipped);

/** The levels that there are, or those from one downwards: workspace, user, plugin, system. */
export function catalogsFrom({ config, state }: Setting, source?: Level): Catalog[] {
  if (source === "workspace" || source === "user") placeOf(config, source);
  const plugin = catalogInMemory("plugin", () => state.profiles.values());
  const catalogs = [...placesOf(config).map(catalogOnDisk), plugin, system];
  return source === undefined ? catalogs : catalogs.slice(catalogs.findIndex((catalog) => catalog.source === source));
}

/** The profile that an id stands for, or the one that a level has; 404 where there is none. */
export async function findProfile(setting: Setting, id: string, source?: Level): Promise<Found> {
  const catalogs = catalogsFrom(setting, source);
  const asked = source === undefined ? catalogs : catalogs.slice(0, 1);
  for (const [at, catalog] of asked.entries()) {
    const folder = await catalog.find(id);
    if (folder) return { folder, shadows: await holding(catalogs.slice(at + 1), id) };
  }
  const { folders } = await surveyed(asked);
  const [meant] = suggest(id, [...folders.keys()]);
  throw ProfileNotFound({ profileId: id, ...(source && { source }), ...(meant !== undefined && { nearest: meant }) });
}

/** The levels that have a profile of this id too. They are only told of, so one that cannot be read is in nobody's way. */
async function holding(catalogs: readonly Catalog[], id: string): Promise<Level[]> {
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

/** All profiles by their ids, in order, each as it is found from the highest level down; and what is wrong with catalogs. */
export async function surveyed(catalogs: readonly Catalog[]): Promise<{
  folders: Map<string, [Folder, ...Folder[]]>;
  diagnostics: Diagnostic[];
}> {
  const byId = new Map<string, [Folder, ...Folder[]]>();
  const diagnostics: Diagnostic[] = [];
  for (const catalog of catalogs) {
    const { folders, faults } = await listed(catalog);
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

/** A catalog that cannot be read at all is a fault among others here: the others are there all the same. */
async function listed(catalog: Catalog): Promise<{ folders: readonly Folder[]; faults: readonly CatalogFault[] }> {
  try {
    return await catalog.list();
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    return { folders: [], faults: [{ code: error.code.replace("tasks.", ""), message: error.message }] };
  }
}
