import { isGatewayError } from "@postern/core";
import { isElsewhere, opened, type Sealing, type StoredSecret, sealed } from "@postern/kit/sealing";
import { SecretNotKept } from "./errors.ts";

interface Services {
  readonly sealing: Sealing | undefined;
}

/** A secret is sealed for its hook, so a secret copied from another record cannot be opened. */
export const placeOf = (hookId: string): string => `hooks.secret/${hookId}`;

/** A secret in its stored form. Throws SecretNotKept if it must be encrypted and cannot be. */
export async function sealSecret({ sealing }: Services, secret: string, hookId: string): Promise<StoredSecret> {
  try {
    return await sealed(sealing, secret, placeOf(hookId));
  } catch (error) {
    throw SecretNotKept({ reason: reasonOf(error) });
  }
}

/** The plain text of a stored secret, for signing. Errors for which `isElsewhere` is true are passed on. */
export async function openSecret({ sealing }: Services, stored: StoredSecret, hookId: string): Promise<string> {
  try {
    return await opened(sealing, stored, placeOf(hookId));
  } catch (error) {
    if (isElsewhere(error)) throw error;
    throw new Error(
      `The webhook's secret cannot be read: ${reasonOf(error)}. If it cannot be recovered, rotate it with "postern hooks rotate --id ${hookId}".`,
    );
  }
}

/** The reason without the credential reference, which names no connection here. */
function reasonOf(error: unknown): string {
  const data = isGatewayError(error) ? (error.data as { reason?: unknown }) : undefined;
  const reason =
    typeof data?.reason === "string" ? data.reason : error instanceof Error ? error.message : String(error);
  return reason.replace(/\.$/, "");
}
