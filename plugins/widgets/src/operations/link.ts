import { defineQuery, gatewayErrors, secret, T } from "@postern/core";
import { ProjectNotFound, VersionNotFound, WidgetArchived, WidgetNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { liveItemOf, readRef, scopeIn, versionOf } from "../item.ts";
import { VersionedRef } from "../schemas.ts";
import { issueTicket } from "../serve/tickets.ts";

export const link = defineQuery(group, {
  id: "widgets.link",
  summary: "Create a URL that opens a widget in a browser",
  description:
    "The URL contains a ticket instead of a key. It opens this widget for 15 minutes with the rights of the caller's " +
    "key, and ends with it, also if the key is rotated. Without a version in `ref`, it opens the newest version.",
  properties: ["gives-secret"],
  input: T.Object({ ref: VersionedRef }),
  output: T.Object({
    url: secret(T.String({ description: "URL of the widget" })),
    path: secret(T.String({ description: "Path of the URL, for gateways with several addresses" })),
    expiresAt: T.Integer({ description: "Expiry time in Unix milliseconds" }),
  }),
  errors: [ProjectNotFound, WidgetNotFound, VersionNotFound, WidgetArchived],
  examples: [{ title: "Open the newest version", input: { ref: "org/hello" } }],
  resource: scopeIn,
  async run({ store, services, config, caller, now }, { ref }) {
    const item = await liveItemOf({ store, services }, ref);
    if (readRef(ref).version !== undefined) await versionOf({ store, services }, item, ref);
    const issued = await issueTicket(store, caller, [item.place, item.slug], now);
    if (!issued)
      throw gatewayErrors.Unavailable({
        reason: "The store could not be written when the gateway started. Restart the gateway.",
      });
    const address = config.address.replace(/(?<!\/)\/+$/, "");
    const path = `/widgets/~${issued.ticket}/${ref}/`;
    return { url: address + path, path, expiresAt: issued.expiresAt };
  },
});
