import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** A new secret as Standard Webhooks spells it: `whsec_` and the base64 of 32 random bytes. */
export const createSecret = (): string => PREFIX + randomBytes(32).toString("base64");

/**
 * The headers by which a receiver knows the message and who sent it, as Standard Webhooks has them: one signature a
 * secret, so that a receiver may know either. `at` in Unix milliseconds.
 */
export function signed(id: string, at: number, body: string, secrets: readonly string[]): Record<string, string> {
  const timestamp = Math.floor(at / 1000);
  const signature = (secret: string) =>
    createHmac("sha256", Buffer.from(secret.slice(PREFIX.length), "base64"))
      .update(`${id}.${timestamp}.${body}`)
      .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets.map((secret) => `v1,${signature(secret)}`).join(" "),
  };
}
