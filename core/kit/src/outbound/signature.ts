import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const PREFIX = "whsec_";

/** A new secret in the format of Standard Webhooks: `whsec_` and the base64 of 32 random bytes. */
export const createSecret = (): string => PREFIX + randomBytes(32).toString("base64");

/** Whether a text is a secret in the format of Standard Webhooks, of 24 to 64 bytes. */
export const isSecret = (text: string): boolean =>
  /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(text) && keyIn(text).length >= 24 && keyIn(text).length <= 64;

/**
 * The headers of Standard Webhooks that identify a message and its sender, with one signature per secret, so that a
 * receiver needs to know only one of them. `at` is in Unix milliseconds.
 */
export function signed(id: string, at: number, body: string, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => `v1,${signatureOf(id, timestamp, body, secret).toString("base64")}`);
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

/** Maximum number of signatures examined. Standard Webhooks has one for each currently valid secret. */
const MAX_SIGNATURES = 20;

/**
 * Whether one of the signatures in the header is valid. Takes constant time, which reveals nothing about the valid
 * signature.
 */
export function isSigned(
  message: { readonly id: string; readonly timestamp: string; readonly signatures: string },
  body: Uint8Array | string,
  secret: string,
): boolean {
  const right = signatureOf(message.id, message.timestamp, body, secret);
  let found = false;
  for (const one of message.signatures.split(" ", MAX_SIGNATURES)) {
    if (!one.startsWith("v1,")) continue;
    const given = Buffer.from(one.slice(3), "base64");
    if (given.length === right.length && timingSafeEqual(given, right)) found = true;
  }
  return found;
}

const keyIn = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64");

const signatureOf = (id: string, timestamp: string, body: Uint8Array | string, secret: string): Buffer =>
  createHmac("sha256", keyIn(secret)).update(`${id}.${timestamp}.`).update(body).digest();
