import { isSecret } from "@postern/core/outbound";
import { permanent } from "../services.ts";

/** A secret as the connection has it; what is wrong with it is said without showing any of it. */
export function secretIn(text: string): string {
  const secret = text.trim();
  if (isSecret(secret)) return secret;
  throw permanent(
    "The secret of the connection must be whsec_ and the base64 of 24 to 64 bytes, as Standard Webhooks spells it",
  );
}
