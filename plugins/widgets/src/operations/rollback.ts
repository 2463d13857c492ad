import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { addVersion } from "../add-version.ts";
import { contents } from "../collections.ts";
import { ProjectNotFound, VersionNotFound, WidgetArchived, WidgetNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { liveItemOf, scopeIn, showItem, versionOf } from "../item.ts";
import { Item, Note, Ref, Version } from "../schemas.ts";

export const rollback = defineCommand(group, {
  id: "widgets.rollback",
  summary: "Restore an earlier version of a widget as its next version",
  description: "No version is removed, so a rollback can be rolled back.",
  input: T.Object({
    ref: Ref,
    toVersion: described(Version, "Version to restore"),
    note: T.Optional(Note),
  }),
  output: T.Object({
    success: T.Boolean({ description: "Whether the call succeeded" }),
    ref: T.String({ description: "Reference of the widget, `<scope>/<slug>`" }),
    version: T.Integer({ description: "Newest version" }),
    unchanged: T.Boolean({ description: "Whether the newest version already has this content" }),
    contentHash: T.String({ description: "Hash of the paths and contents of all files" }),
    item: described(Item, "The widget"),
  }),
  errors: [ProjectNotFound, WidgetNotFound, VersionNotFound, WidgetArchived],
  examples: [
    { title: "Restore the first version", input: { ref: "org/hello", toVersion: 1, note: "The new one was slow" } },
  ],
  effect: "external",
  outside: false,
  dryRunByDefault: true,
  resource: scopeIn,
  async plan({ store, services }, { ref, toVersion }) {
    const item = await liveItemOf({ store, services }, ref);
    const { contentHash } = await versionOf({ store, services }, item, ref, toVersion);
    const unchanged = item.contentHash === contentHash;
    const version = unchanged ? item.version : item.version + 1;
    const summary = unchanged
      ? `Change nothing: version ${version} of ${ref} already has the content of version ${toVersion}`
      : `Restore version ${toVersion} of ${ref} as version ${version}`;
    return { summary, ref, toVersion, version, unchanged, contentHash };
  },
  async execute(ctx, { unchanged, contentHash }, { ref, toVersion, note }) {
    const { store, services } = ctx;
    const before = await liveItemOf({ store, services }, ref);
    if (unchanged) {
      const item = await showItem({ services }, before);
      return { success: true, ref, version: item.version, unchanged, contentHash, item };
    }
    const { name, description, kind, externalAllowed, bytes } = await versionOf(
      { store, services },
      before,
      ref,
      toVersion,
    );
    const files = (await store.get(contents, contentHash))?.files ?? [];
    const metadata = { name, description, kind, externalAllowed, contentHash, bytes, files, note, restores: toVersion };
    const { place: id, slug, project } = before;
    const item = await addVersion(ctx, { id, ...(project && { project }) }, slug, metadata);
    return { success: true, ref, version: item.version, unchanged, contentHash, item };
  },
});
