import { defineQuery, gatewayErrors, secret, T } from "@postern/core";
import { ProjectNotFound, VersionNotFound, WidgetArchived, WidgetNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { liveItemOf, readRef, scopeIn, versionOf } from "../item.ts";
import { VersionedRef } from "../schemas.ts";
import { issueTicket } from "../serve/tickets.ts";

export const link = defineQuery(group, {
  id: "widgets.link",
  summary: "Get an address at which a browser opens a widget",
  description:
    "A browser sends no key, so the address holds a ticket: it opens this one widget for 15 minutes, with the rights of this key. Without a version it opens the newest.",
  input: T.Object({ ref: VersionedRef }),
  output: T.Object({
    url: secret(T.String({ description: "The address" })),
    path: secret(
      T.String({ description: "The same as seen from the gateway's own address, whatever name it is reached by" }),
    ),
    expiresAt: T.Integer({ description: "Unix milliseconds" }),
  }),
  errors: [ProjectNotFound, WidgetNotFound, VersionNotFound, WidgetArchived],
  examples: [{ title: "To look at it", input: { ref: "org/hello" } }],
  resource: scopeIn,
  async run({ store, services, config, caller, now }, { ref }) {
    const item = await liveItemOf({ store, services }, ref);
    if (readRef(ref).version !== undefined) await versionOf({ store, services }, item, ref);
    const issued = await issueTicket(store, caller, [item.place, item.slug], now);
    if (!issued)
      throw gatewayErrors.Unavailable({ reason: "The store could not be written when this gateway started" });
    const address = config.address.replace(/(?<!\/)\/+$/, "");
    const path = `/widgets/~${issued.ticket}/${ref}/`;
    return { url: address + path, path, expiresAt: issued.expiresAt };
  },
});
