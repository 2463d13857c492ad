import { defineCommand, omitUndefined, type PlanShape, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { addVersion } from "../add-version.ts";
import { checkFolder } from "../check/check.ts";
import { items } from "../collections.ts";
import {
  FolderChanged,
  FolderRefused,
  NoWorkspace,
  PartNotFound,
  ProjectArchived,
  ProjectNotFound,
  WidgetArchived,
} from "../errors.ts";
import { widgetRenamed } from "../events.ts";
import { copyFolder } from "../folder/copy.ts";
import { group } from "../group.ts";
import { showItem, unpublishedItem } from "../item.ts";
import { placeIdIn, placeToPublish } from "../place.ts";
import {
  type Diagnostic,
  Diagnostics,
  Item,
  Name,
  Note,
  Scope,
  SentDir,
  SentFiles,
  Slug,
  type VersionOf,
} from "../schemas.ts";
import { slugFor } from "../slug.ts";

/** The plan of a publish. Only `answer` is set if the folder has errors. */
export interface PublishPlan
  extends PlanShape,
    Partial<Pick<VersionOf, "name" | "description" | "kind" | "externalAllowed">> {
  readonly ref?: string;
  readonly slug?: string;
  readonly version?: number;
  readonly unchanged?: boolean;
  readonly contentHash?: string;
  readonly files?: number;
  readonly bytes?: number;
  readonly diagnostics?: readonly Diagnostic[];
}

export const publish = defineCommand(group, {
  id: "widgets.publish",
  summary: "Publish a folder as the next version of a widget",
  description:
    "The folder is checked first. If it has errors, nothing is published, and the answer is `success: false` with " +
    "the diagnostics. Publishing the same content again creates no version and returns `unchanged: true`. Names that " +
    "start with a dot and node_modules are not published.",
  input: T.Object({
    dir: SentDir,
    files: T.Optional(SentFiles),
    scope: T.Optional(Scope),
    slug: T.Optional(Slug),
    name: T.Optional(
      described(Name, "Name of the widget for people; by default the `name` in widget.json, or the slug"),
    ),
    note: T.Optional(Note),
  }),
  output: T.Object({
    success: T.Boolean({ description: "Whether the folder has no errors" }),
    ref: T.String({ description: "Reference of the widget, `<scope>/<slug>`" }),
    version: T.Integer({ description: "Newest version; 0 if none was published" }),
    unchanged: T.Boolean({ description: "Whether no version was created, because of errors or unchanged content" }),
    contentHash: T.String({ description: "Hash of the paths and contents of all files in the folder" }),
    item: described(Item, "The widget"),
    diagnostics: Diagnostics,
  }),
  errors: [NoWorkspace, FolderRefused, FolderChanged, PartNotFound, ProjectNotFound, ProjectArchived, WidgetArchived],
  examples: [
    { title: "Publish a widget of the organization", input: { dir: "widgets/hello", scope: "org", note: "First try" } },
  ],
  effect: "external",
  outside: false,
  dryRunByDefault: true,
  // A key that is limited to a scope must name it, even if it would be that of the current project.
  resource: ({ scope }) => placeIdIn(scope),
  async plan(ctx, input): Promise<PublishPlan> {
    const { store, services } = ctx;
    const { scope, slug: given, name, ...source } = input;
    const { listing, manifest, diagnostics, hasErrors } = await ctx.memo("check", () => checkFolder(ctx, source));
    const { contentHash, bytes, files } = listing;
    const slug = slugFor(given, listing.folderName);
    const place = await placeToPublish(services, scope);
    const ref = `${place.scope}/${slug}`;
    const before = await store.get(items, place.id, slug);
    if (before?.archivedAt !== undefined) throw WidgetArchived({ ref });
    const metadata = {
      name: name ?? manifest.name ?? slug,
      description: manifest.description,
      kind: manifest.kind ?? "widget",
      externalAllowed: manifest.externalAllowed ?? false,
    };
    if (hasErrors) {
      const item = before
        ? await showItem({ services }, before)
        : unpublishedItem(place, omitUndefined({ ...metadata, slug, contentHash }));
      const { version } = item;
      const summary = `Publish nothing, because ${listing.dir} has errors`;
      return { summary, answer: { success: false, ref, version, unchanged: true, contentHash, item, diagnostics } };
    }
    const unchanged = before?.contentHash === contentHash;
    const version = unchanged ? before.version : (before?.version ?? 0) + 1;
    return omitUndefined({
      summary: unchanged
        ? `Publish nothing, because version ${version} of ${ref} already has this content`
        : `Publish ${listing.dir} as version ${version} of ${ref}`,
      ref,
      slug,
      version,
      unchanged,
      ...metadata,
      files: files.length,
      bytes,
      contentHash,
      diagnostics: diagnostics.length > 0 ? diagnostics : undefined,
    });
  },
  async execute(ctx, plan, input) {
    const { store, services, now, emit } = ctx;
    const { scope, note, ...source } = input;
    const { ref = "", slug = "", name = "", kind = "", externalAllowed = false, description, diagnostics = [] } = plan;
    // The folder is read again while it is copied. If it differs from what was checked, nothing is published.
    const listing = await ctx.memo("copy", () => copyFolder(ctx, source));
    const { contentHash, files, bytes } = listing;
    if (contentHash !== plan.contentHash) throw FolderChanged({ path: listing.dir });
    const place = await placeToPublish(services, scope);
    const before = await store.get(items, place.id, slug);
    const result = { success: true, ref, contentHash, diagnostics: [...diagnostics] };
    if (before?.contentHash !== contentHash) {
      const metadata = { name, kind, externalAllowed, description, note, contentHash, files, bytes };
      const item = await addVersion(ctx, place, slug, metadata);
      return { ...result, version: item.version, unchanged: false, item };
    }
    const record = before.name === name ? before : { ...before, name, updatedAt: new Date(now).toISOString() };
    const item = await showItem({ services }, record);
    if (record !== before) {
      await store.put(items, record);
      emit(widgetRenamed, { item });
    }
    return { ...result, version: item.version, unchanged: true, item };
  },
});
