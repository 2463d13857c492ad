import { defineQuery, T } from "@postern/core";
import { listOf, within } from "@postern/core/paging";
import { hooks } from "../collections.ts";
import { group } from "../group.ts";
import { showHook } from "../hook.ts";
import { Hook, Status } from "../schemas.ts";

const Hooks = listOf("hooks", Hook);

export const list = defineQuery(group, {
  id: "hooks.list",
  summary: "List webhooks, newest first",
  input: T.Object({ status: T.Optional(Status), ...Hooks.fields }),
  output: Hooks.output,
  examples: [{ title: "Those that were disabled", input: { status: "disabled" } }],
  run({ store }, { status, ...page }) {
    const place = status === undefined ? {} : { by: "byStatus" as const, prefix: [status] };
    return Hooks.answer(page, within(store.glance, hooks, { ...place, reverse: true }), showHook);
  },
});
