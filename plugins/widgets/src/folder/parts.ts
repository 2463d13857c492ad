import { createHmac, timingSafeEqual } from "node:crypto";
import type { Caller } from "@postern/core";

type Owner = Pick<Caller, "contextId">;

/**
 * Names a part to whoever uploaded it: its digest, and a signature for this caller. By the digest alone a caller could
 * publish, and so read, what others have stored.
 */
export const partFor = (secret: string, caller: Owner, name: string): string =>
  `${name}.${signatureOf(secret, caller, name)}`;

/** The digest in the name of a part; undefined where it was not named to this caller. */
export function partName(secret: string, caller: Owner, part: string): string | undefined {
  const [name = "", signature = ""] = part.split(".");
  const expected = Buffer.from(signatureOf(secret, caller, name));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? name : undefined;
}

const signatureOf = (secret: string, { contextId }: Owner, name: string): string =>
  createHmac("sha256", secret)
    .update(JSON.stringify(["part", contextId, name]))
    .digest("base64url");
