import { defineQuery, T, withDefault } from "@postern/core";
import { listOf, reached, within } from "@postern/core/paging";
import { items } from "../collections.ts";
import { ProjectNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { showItem } from "../item.ts";
import { placeIdIn, placeOf } from "../place.ts";
import { Item, Scope } from "../schemas.ts";

const Items = listOf("items", Item);

export const list = defineQuery(group, {
  id: "widgets.list",
  summary: "List the widgets of the library",
  description: "Filter by scope. With `archived`, the archived widgets are listed instead of the others.",
  input: T.Object({
    scope: T.Optional({ ...Scope, description: "Only those of `org`, or of the project of this slug" }),
    archived: withDefault(T.Boolean({ description: "The archived ones instead" }), false),
    ...Items.fields,
  }),
  narrowed: true,
  output: Items.output,
  errors: [ProjectNotFound],
  examples: [{ title: "Those of the organization", input: { scope: "org" } }],
  resource: ({ scope }) => placeIdIn(scope),
  async run({ store, caller, services }, { scope, archived, ...page }) {
    const standing = archived ? "archived" : "live";
    const place = scope === undefined ? undefined : await placeOf(services, scope);
    const where = place
      ? ({ by: "byPlace", prefix: [place.id, standing] } as const)
      : ({ by: "byStanding", prefix: [standing] } as const);
    return Items.answer(
      page,
      reached(within(store.unchecked, items, where), caller, "widgets.list", ({ place }) => place),
      (item) => showItem({ services }, item),
    );
  },
});
