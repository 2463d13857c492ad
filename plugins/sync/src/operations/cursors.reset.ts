import { defineCommand, T } from "@postern/core";
import { cursors, links } from "../collections.ts";
import { DomainDisabled, NotLinked } from "../errors.ts";
import { cursorsReset } from "../events.ts";
import { group } from "../group.ts";
import { linkOf, siteOfLink } from "../link.ts";
import { DomainId } from "../schemas.ts";
import { enabledIn } from "../site.ts";

export const cursorsResetOperation = defineCommand(group, {
  id: "sync.cursors.reset",
  summary: "Reset the cursors of a group, to exchange all its records again",
  description: "Use it to find missed changes. Records that the other gateway already has are skipped.",
  input: T.Object({ domain: DomainId }),
  output: T.Object({ domain: DomainId, reset: T.Integer({ description: "Number of cursors that were reset" }) }),
  errors: [NotLinked, DomainDisabled],
  examples: [{ title: "Exchange all tasks again", input: { domain: "tasks" } }],
  async plan({ store }, { domain }) {
    const link = await linkOf(store.unchecked);
    if (!(await enabledIn(store.unchecked)).includes(domain)) throw DomainDisabled({ domain });
    return { summary: `Exchange all records of ${domain} again`, site: siteOfLink(link) };
  },
  async execute({ store, now, emit }, { site: other }, { domain }) {
    const { items } = await store.find(cursors, { prefix: [other, domain], limit: 1_000 });
    for (const { site, kind, direction } of items) await store.delete(cursors, site, domain, kind, direction);
    await store.put(links, { ...(await linkOf(store)), nudgedAt: now });
    emit(cursorsReset, { domain });
    return { domain, reset: items.length };
  },
});
