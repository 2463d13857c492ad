import { isSecret } from "@postern/kit/outbound";
import { secretRejected } from "../services.ts";

/** Validates a connection's secret. The error never contains the secret. */
export function secretIn(text: string): string {
  const secret = text.trim();
  if (isSecret(secret)) return secret;
  throw secretRejected(
    "The connection's secret must be a Standard Webhooks secret: whsec_ followed by the base64 encoding of 24 to 64 bytes",
  );
}
