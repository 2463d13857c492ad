import { oneOf, secret, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { listOf } from "@postern/kit/paging";

/** A text that signs in to the console once. */
export const TicketText = secret(T.String({ maxLength: 4_096, description: "The ticket" }));

export const Label = T.String({
  minLength: 1,
  maxLength: 200,
  description: "Name of the key of the console (default: console)",
});

const Confirmed = T.Object({
  id: T.String({ description: "Id of the operation" }),
  effect: described(oneOf("read", "write", "external", "destroy"), "Effect of the operation"),
  summary: T.String({ description: "Summary of the operation" }),
});

const Page = T.Object({
  plugin: T.String({ description: "Name of the plugin's group" }),
  version: T.String({ description: "Version of the plugin" }),
  name: T.String({ description: "Name of the page, unique in its plugin" }),
  title: T.String({ description: "Title in the navigation" }),
  path: T.String({ description: "Path of its files at the gateway" }),
  module: T.String({ description: "Module below `path` whose default export shows the page" }),
  icon: T.Optional(T.String({ description: "SVG file below `path`" })),
  needs: T.Array(T.String(), { description: "Operations without which it has nothing to show" }),
  uses: T.Array(T.String(), { description: "Operations that it may call and events that it may see, as globs" }),
  confirmed: T.Array(Confirmed, {
    description:
      "Operations in `uses` that create keys, answer secrets, decide approvals or set up lasting work: the viewer confirms each call",
  }),
  excluded: T.Array(T.String(), {
    description: "Such operations that only wildcards in `uses` match: the page may not call them",
  }),
});

export const PluginPages = listOf("pages", Page, {
  plugin: "plain",
  name: "plain",
  title: "text",
  uses: ["plain", 1],
  path: ["plain", 2],
});
