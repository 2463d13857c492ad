import { defineQuery, T } from "@postern/core";
import { listOf, listSource } from "@postern/kit/paging";
import { shownDomains } from "../domains.ts";
import { group } from "../group.ts";
import { Domain, domainColumns } from "../schemas.ts";

const Domains = listOf("domains", Domain, domainColumns);

export const domainsList = defineQuery(group, {
  id: "sync.domains.list",
  summary: "List the groups that support sync",
  description: "`enabled` shows whether the records of the group are exchanged with the linked gateway.",
  input: T.Object(Domains.fields),
  output: Domains.output,
  examples: [{ title: "All groups", input: {} }],
  run: async (ctx, page) =>
    Domains.answer(page, listSource(await shownDomains(ctx.store.unchecked, ctx.state)), (one) => one),
});
