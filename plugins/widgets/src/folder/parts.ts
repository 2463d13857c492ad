import { createHmac, timingSafeEqual } from "node:crypto";
import type { Caller } from "@postern/core";

type Owner = Pick<Caller, "contextId">;

/**
 * The name of a part: its digest, with a signature for its uploader. With the digest alone, a caller could publish, and
 * so read, the content that others have stored.
 */
export const partFor = (secret: string, caller: Owner, name: string): string =>
  `${name}.${signatureOf(secret, caller, name)}`;

/** The digest in the name of a part. Undefined if the name was not issued to this caller. */
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
