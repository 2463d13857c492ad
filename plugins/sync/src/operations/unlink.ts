import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { cursors, links } from "../collections.ts";
import { LinkNotYours, NotLinked } from "../errors.ts";
import { linkRemoved } from "../events.ts";
import { group } from "../group.ts";
import { ownLinkOf, showLink, siteOfLink } from "../link.ts";
import { outbox } from "../outbox.ts";
import { Link } from "../schemas.ts";

export const unlink = defineCommand(group, {
  id: "sync.unlink",
  summary: "Unlink the other gateway",
  description:
    "Both gateways keep all their records, and the entries of the outbox are discarded. If the gateways are linked again, all differences are exchanged.",
  input: T.Object({}),
  output: T.Object({ link: described(Link, "The link") }),
  errors: [NotLinked, LinkNotYours],
  examples: [{ title: "Unlink the other gateway", input: {} }],
  async plan(ctx) {
    const { consoleUrl, installationId } = await ownLinkOf(ctx);
    return { summary: `Unlink the gateway at ${consoleUrl}`, installationId };
  },
  async execute(ctx, { installationId }) {
    const { store, emit } = ctx;
    const record = await ownLinkOf(ctx);
    const link = showLink(record);
    await store.delete(links, "link");
    const { items } = await store.find(cursors, { prefix: [siteOfLink(record)], limit: 5_000 });
    for (const { site, domain, kind, direction } of items) await store.delete(cursors, site, domain, kind, direction);
    for (const domain of new Set(items.map(({ domain }) => domain))) await outbox.discardAbout(ctx, domain);
    emit(linkRemoved, { installationId });
    return { link };
  },
});
