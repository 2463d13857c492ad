import { gatewayErrors, type Records } from "@postern/core";
import { answerFrom } from "@postern/kit/fields";
import type { ProjectDirectory } from "@postern/projects/services";
import { type ItemRecord, items, ORG, type VersionRecord, versions } from "./collections.ts";
import { VersionNotFound, WidgetArchived, WidgetNotFound } from "./errors.ts";
import { type Place, placeIdIn, placeOf } from "./place.ts";
import { Item, VersionOf } from "./schemas.ts";

/** The part of a call's context that is needed to find and show a widget. */
export interface ItemContext {
  readonly store: Pick<Records, "get">;
  readonly services: { readonly projects: ProjectDirectory | undefined };
}

/** Parses `<scope>/<slug>@<version>`. */
export function readRef(ref: string): { scope: string; slug: string; version: number | undefined } {
  const [name = "", version] = ref.split("@");
  const [scope = "", slug = ""] = name.split("/");
  return { scope, slug, version: version === undefined ? undefined : Number(version) };
}

/** The resource of grants that are limited to a scope, such as `widgets:read@org`. */
export const scopeIn = ({ ref }: { ref: string }): string | undefined => placeIdIn(readRef(ref).scope);

/** Finds a widget, or throws a 404 error. */
export async function itemOf({ store, services }: ItemContext, ref: string): Promise<ItemRecord> {
  const { scope, slug } = readRef(ref);
  const place = await placeOf(services, scope);
  const item = await store.get(items, place.id, slug);
  if (!item) throw WidgetNotFound({ ref: `${scope}/${slug}` });
  return item;
}

/** Like `itemOf`, but throws a 409 error if the widget is archived. */
export async function liveItemOf(seen: ItemContext, ref: string): Promise<ItemRecord> {
  const item = await itemOf(seen, ref);
  if (item.archivedAt !== undefined) throw WidgetArchived({ ref: ref.replace(/@.*/, "") });
  return item;
}

/** Finds a version of a widget, by default the newest, or throws a 404 error. */
export async function versionOf({ store }: ItemContext, item: ItemRecord, ref: string, asked?: number) {
  const { scope, slug, version } = readRef(ref);
  if (asked !== undefined && version !== undefined && asked !== version) {
    const message = `must be ${version}, the version in the ref, or be left out`;
    throw gatewayErrors.InvalidInput({ issues: [{ path: "/version", code: "contradiction", message }] });
  }
  const wanted = asked ?? version ?? item.version;
  const found = await store.get(versions, item.place, item.slug, wanted);
  if (!found) throw VersionNotFound({ ref: `${scope}/${slug}`, version: wanted, newest: item.version });
  return found;
}

/** A widget in answers. Its project is looked up, because the slug in the ref may have changed. */
export async function showItem({ services }: Pick<ItemContext, "services">, record: ItemRecord): Promise<Item> {
  const { place, archivedAt, project: kept, slug } = record;
  const found = place === ORG ? undefined : ((await services.projects?.find(place)) ?? kept);
  const project = found && { id: found.id, slug: found.slug, name: found.name };
  return shownItem({
    ...record,
    ref: `${project?.slug ?? place}/${slug}`,
    scope: place === ORG ? "org" : "project",
    project,
    archived: archivedAt !== undefined,
  });
}
const shownItem = answerFrom(Item);

/** A widget that is not published yet, with the ref that its first publish would use. */
export const unpublishedItem = (
  { id, scope, project }: Place,
  metadata: Pick<ItemRecord, "slug" | "name" | "kind" | "externalAllowed" | "contentHash" | "description">,
): Item =>
  shownItem({
    ...metadata,
    ref: `${scope}/${metadata.slug}`,
    scope: id === ORG ? "org" : "project",
    project,
    version: 0,
    archived: false,
  });

/** A version in answers. */
export const showVersion: (record: VersionRecord) => VersionOf = answerFrom(VersionOf);
