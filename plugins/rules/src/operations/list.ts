import { defineQuery, T } from "@postern/core";
import { canAccessCreated, isGranted } from "@postern/kit/access";
import { described } from "@postern/kit/fields";
import { filtered, listOf, namedSource, nameField } from "@postern/kit/paging";
import { type RuleRecord, rules } from "../collections.ts";
import { group } from "../group.ts";
import { showRule } from "../rule.ts";
import { ShownRule, Status } from "../schemas.ts";

const Rules = listOf("rules", ShownRule, {
  id: "id",
  name: "text",
  status: "status",
  runs: "plain",
  failures: ["plain", 1],
  lastRunAt: ["ago", 2],
  lastError: ["text", 3],
});

export const list = defineQuery(group, {
  id: "rules.list",
  summary: "List your rules, newest first",
  description: "Includes the rules of keys derived from yours. Optionally filter by status.",
  input: T.Object({
    name: nameField("name"),
    status: T.Optional(described(Status, "Only rules with this status")),
    ...Rules.fields,
  }),
  output: Rules.output,
  narrowed: true,
  examples: [{ title: "Disabled rules", input: { status: "disabled" } }],
  run(ctx, { name, status, ...page }) {
    const { store, caller } = ctx;
    const place = status === undefined ? {} : { by: "byStatus" as const, prefix: [status] };
    const isSeen = ({ id, contextId }: RuleRecord) =>
      isGranted(caller, "rules:read", id, "rules.list") && canAccessCreated(store.unchecked, caller, contextId);
    const source =
      name === undefined
        ? filtered(store.unchecked, rules, { ...place, reverse: true }, isSeen)
        : namedSource(
            store.unchecked,
            rules,
            { name, by: ["byName"], idPrefix: "rule_" },
            (rule) => (status === undefined || rule.status === status) && isSeen(rule),
          );
    return Rules.answer(page, source, (rule) => showRule(ctx, rule));
  },
});
