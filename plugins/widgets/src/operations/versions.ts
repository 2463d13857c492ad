import { defineQuery, T } from "@postern/core";
import { listOf, within } from "@postern/kit/paging";
import { versions as collection } from "../collections.ts";
import { ProjectNotFound, WidgetNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { itemOf, scopeIn, showVersion } from "../item.ts";
import { Ref, VersionOf } from "../schemas.ts";

const Versions = listOf("versions", VersionOf, {
  version: "plain",
  publishedAt: "time",
  files: "plain",
  bytes: "size",
  note: "text",
  restores: ["plain", 1],
  contentHash: ["plain", 3],
});

export const versions = defineQuery(group, {
  id: "widgets.versions",
  summary: "List the versions of a widget, newest first",
  description: "Every publish and every rollback creates a version.",
  input: T.Object({ ref: Ref, ...Versions.fields }),
  output: Versions.output,
  errors: [ProjectNotFound, WidgetNotFound],
  examples: [{ title: "All versions of a widget", input: { ref: "org/hello" } }],
  resource: scopeIn,
  async run({ store, services }, { ref, ...page }) {
    const { place, slug } = await itemOf({ store, services }, ref);
    const source = within(store.unchecked, collection, { prefix: [place, slug], reverse: true });
    return Versions.answer(page, source, showVersion);
  },
});
