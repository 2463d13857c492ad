import { defineError, oneOf, T } from "@postern/core";

const WORDS = {
  headers:
    "It must have the headers webhook-id, webhook-timestamp and webhook-signature, as Standard Webhooks has them",
  timestamp: "Its webhook-timestamp must be in Unix seconds, and no more than 5 minutes from now",
  signature: "Its signature is not that of an adapter of this name",
} as const;

/** One answer for a wrong signature, an adapter that has no webhook, and one that is not there. */
export const WebhookRefused = defineError("channels.webhook_refused", {
  status: 401,
  data: T.Object({ reason: oneOf("headers", "timestamp", "signature") }),
  message: ({ reason }) => WORDS[reason],
});
