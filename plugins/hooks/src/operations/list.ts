import { defineQuery, T } from "@postern/core";
import { canAccessCreated, isGranted } from "@postern/kit/access";
import { described } from "@postern/kit/fields";
import { filtered, listOf, namedSource, nameField } from "@postern/kit/paging";
import { type HookRecord, hooks } from "../collections.ts";
import { group } from "../group.ts";
import { showHook } from "../hook.ts";
import { Hook, Status } from "../schemas.ts";

const Hooks = listOf("hooks", Hook, {
  id: "id",
  status: "status",
  url: "text",
  types: "text",
  description: ["text", 2],
  statusReason: ["plain", 1],
  updatedAt: ["ago", 3],
});

export const list = defineQuery(group, {
  id: "hooks.list",
  summary: "List your webhooks, newest first",
  description: "Optionally filter by status.",
  input: T.Object({
    name: nameField("description"),
    status: T.Optional(described(Status, "Only webhooks with this status")),
    ...Hooks.fields,
  }),
  output: Hooks.output,
  narrowed: true,
  examples: [{ title: "Disabled webhooks", input: { status: "disabled" } }],
  run({ store, caller }, { name, status, ...page }) {
    const place = status === undefined ? {} : { by: "byStatus" as const, prefix: [status] };
    const isSeen = ({ id, contextId }: HookRecord) =>
      isGranted(caller, "hooks:read", id, "hooks.list") && canAccessCreated(store.unchecked, caller, contextId);
    const source =
      name === undefined
        ? filtered(store.unchecked, hooks, { ...place, reverse: true }, isSeen)
        : namedSource(
            store.unchecked,
            hooks,
            { name, by: ["byName"], idPrefix: "hook_" },
            (hook) => (status === undefined || hook.status === status) && isSeen(hook),
          );
    return Hooks.answer(page, source, showHook);
  },
});
