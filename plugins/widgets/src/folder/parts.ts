import { type Caller, gatewayErrors, type Reads } from "@postern/core";
import { type Signer, signerOf } from "@postern/kit/sealing";
import { signings } from "../collections.ts";

type Owner = Pick<Caller, "contextId">;

/** Throws Unavailable if there is no secret yet. */
export async function partSignerOf(store: Reads): Promise<Signer> {
  const signer = await signerOf(store, signings);
  if (!signer) throw gatewayErrors.Unavailable({ reason: "The widgets plugin is not ready yet. Try again later." });
  return signer;
}

/**
 * The name of a part: its digest, with a signature for its uploader. With the digest alone, a caller could publish, and
 * so read, the content that others have stored.
 */
export const partFor = (signer: Signer, caller: Owner, name: string): string =>
  `${name}.${signer.sign(textOf(caller, name))}`;

/** The digest in the name of a part. Undefined if the name was not issued to this caller. */
export function partName(signer: Signer, caller: Owner, part: string): string | undefined {
  const [name = "", signature = ""] = part.split(".");
  return signer.isSigned(textOf(caller, name), signature) ? name : undefined;
}

/** What is signed. */
const textOf = ({ contextId }: Owner, name: string): string => JSON.stringify(["part", contextId, name]);
