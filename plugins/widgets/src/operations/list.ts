import { defineQuery, T } from "@postern/core";
import { withDefault } from "@postern/kit/fields";
import { limitToGrants, listOf, within } from "@postern/kit/paging";
import { items } from "../collections.ts";
import { ProjectNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { showItem } from "../item.ts";
import { placeIdIn, placeOf } from "../place.ts";
import { Item, Scope } from "../schemas.ts";

const Items = listOf("items", Item, {
  ref: "plain",
  name: "text",
  kind: "plain",
  version: "plain",
  publishedAt: "ago",
  externalAllowed: ["plain", 2],
  description: ["text", 3],
  archived: ["plain", 1],
});

export const list = defineQuery(group, {
  id: "widgets.list",
  summary: "List widgets",
  description: "The list can be filtered by scope. With `archived`, only archived widgets are listed.",
  input: T.Object({
    scope: T.Optional({ ...Scope, description: "List only widgets of `org`, or of the project with this slug" }),
    archived: withDefault(T.Boolean({ description: "List archived widgets instead of active ones" }), false),
    ...Items.fields,
  }),
  narrowed: true,
  output: Items.output,
  errors: [ProjectNotFound],
  examples: [{ title: "Widgets of the organization", input: { scope: "org" } }],
  resource: ({ scope }) => placeIdIn(scope),
  async run({ store, caller, services }, { scope, archived, ...page }) {
    const status = archived ? "archived" : "live";
    const place = scope === undefined ? undefined : await placeOf(services, scope);
    const where = place
      ? ({ by: "byPlace", prefix: [place.id, status] } as const)
      : ({ by: "byStanding", prefix: [status] } as const);
    return Items.answer(
      page,
      limitToGrants(within(store.unchecked, items, where), caller, "widgets.list", ({ place }) => place),
      (item) => showItem({ services }, item),
    );
  },
});
