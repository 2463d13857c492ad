import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import { contents } from "../collections.ts";
import { ProjectNotFound, VersionNotFound, WidgetNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { itemOf, scopeIn, showItem, showVersion, versionOf } from "../item.ts";
import { Item, PublishedFile, Version, VersionedRef, VersionOf } from "../schemas.ts";

export const show = defineQuery(group, {
  id: "widgets.show",
  summary: "Show a widget and the files of a version",
  description: "Without `version`, the newest version is shown.",
  input: T.Object({
    ref: VersionedRef,
    version: T.Optional(described(Version, "Version to show; by default the newest")),
  }),
  output: T.Object({
    item: described(Item, "The widget"),
    version: described(VersionOf, "The version"),
    files: withColumns(T.Array(PublishedFile, { description: "Files of the version" }), {
      path: "text",
      bytes: "size",
      sha256: ["plain", 1],
    }),
  }),
  errors: [ProjectNotFound, WidgetNotFound, VersionNotFound],
  examples: [{ title: "Show the first version", input: { ref: "org/hello@1" } }],
  resource: scopeIn,
  async run({ store, services }, { ref, version: asked }) {
    const item = await itemOf({ store, services }, ref);
    const version = await versionOf({ store, services }, item, ref, asked);
    const content = await store.get(contents, version.contentHash);
    return { item: await showItem({ services }, item), version: showVersion(version), files: content?.files ?? [] };
  },
});
