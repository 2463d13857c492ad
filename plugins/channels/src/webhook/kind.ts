import { hostIn } from "@postern/credentials/services";
import type { AdapterKind } from "../services.ts";
import { Config } from "./config.ts";

/** Id of the kind. */
export const WEBHOOK = "webhook";

/** `allowPrivate`: whether messages may be posted to private and loopback addresses. */
export const webhook = ({ allowPrivate }: { allowPrivate: boolean }): AdapterKind<typeof Config> => ({
  id: WEBHOOK,
  title: "Webhook",
  description:
    "Connects any program: it posts events to /channels/webhooks/<adapter> and receives messages at its URL. Requests " +
    "are signed according to Standard Webhooks in both directions.",
  config: Config,
  secret: { needed: true, what: "the shared signing secret: whsec_ followed by the base64 encoding of 24 to 64 bytes" },
  hostsOf: ({ url }) => (url === undefined ? [] : [hostIn(url)]),
  text: { most: 100_000, unit: "characters" },
  flood: { burst: 50, every: 20, per: "adapter" },
  // The webhook-id is the same at each attempt.
  idempotent: true,
  open: async (context) => (await import("./open.ts")).openWebhook(context, allowPrivate),
});
