import type { CommandContext } from "@postern/core";
import { contents, type ItemRecord, items, versions } from "./collections.ts";
import { versionPublished } from "./events.ts";
import type { group } from "./group.ts";
import { showItem } from "./item.ts";
import type { Place } from "./place.ts";
import type { Item, PublishedFile, VersionOf } from "./schemas.ts";

/** The content and metadata of a new version. */
export interface NewVersion extends Pick<VersionOf, "name" | "kind" | "externalAllowed" | "contentHash" | "bytes"> {
  readonly description?: string | undefined;
  readonly note?: string | undefined;
  readonly restores?: number;
  readonly files: readonly PublishedFile[];
}

type Context = CommandContext<typeof group>;

/** Writes the next version of a widget and returns the widget. */
export async function addVersion(
  { store, services, caller, now, emit }: Context,
  place: Pick<Place, "id" | "project">,
  slug: string,
  { files, bytes, note, restores, description, ...metadata }: NewVersion,
): Promise<Item> {
  const before = await store.get(items, place.id, slug);
  const time = new Date(now).toISOString();
  const shared = {
    ...metadata,
    ...(description !== undefined && { description }),
    version: (before?.version ?? 0) + 1,
    publishedAt: time,
    publishedBy: { name: caller.label },
  };
  const where = { place: place.id, slug };
  const record: ItemRecord = { ...where, ...(place.project && { project: place.project }), ...shared, updatedAt: time };
  await store.put(items, record);
  await store.put(versions, {
    ...where,
    ...shared,
    files: files.length,
    bytes,
    ...(note && { note }),
    ...(restores !== undefined && { restores }),
  });
  if (!(await store.get(contents, metadata.contentHash)))
    await store.put(contents, { contentHash: metadata.contentHash, files: [...files] });
  const item = await showItem({ services }, record);
  emit(versionPublished, { item, ...(note && { note }), ...(restores !== undefined && { restores }) });
  return item;
}
