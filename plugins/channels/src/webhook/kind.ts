import { hostIn } from "@postern/credentials/services";
import type { AdapterKind } from "../services.ts";
import { Config } from "./config.ts";

/** `allowPrivate`: whether messages may be posted to private and loopback addresses. */
export const webhook = ({ allowPrivate }: { allowPrivate: boolean }): AdapterKind<typeof Config> => ({
  id: "webhook",
  title: "Webhook",
  description:
    "Any program: it posts what happens to /channels/webhooks/<adapter>, and gets messages at its url; both signed as " +
    "Standard Webhooks has it.",
  config: Config,
  secret: { needed: true, what: "the secret that both sides sign with, whsec_ and the base64 of 24 to 64 bytes" },
  hostsOf: ({ url }) => (url === undefined ? [] : [hostIn(url)]),
  text: { most: 100_000, unit: "characters" },
  flood: { burst: 50, every: 20, per: "adapter" },
  // The webhook-id is the same at each attempt.
  idempotent: true,
  open: async (context) => (await import("./open.ts")).openWebhook(context, allowPrivate),
});
