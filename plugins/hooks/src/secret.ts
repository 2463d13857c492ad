import { isGatewayError } from "@postern/core";
import { opened, type Sealing, type StoredSecret, sealed } from "@postern/core/sealing";
import { SecretNotKept } from "./errors.ts";

interface Services {
  readonly sealing: Sealing | undefined;
}

/** A sealed secret is opened for its own hook only: one that was copied from another record is found out. */
export const placeOf = (hookId: string): string => `hooks.secret/${hookId}`;

/** A secret as it is stored. Throws SecretNotKept where it is to be encrypted and cannot be now. */
export async function storedOf({ sealing }: Services, secret: string, hookId: string): Promise<StoredSecret> {
  try {
    return await sealed(sealing, secret, placeOf(hookId));
  } catch (error) {
    throw SecretNotKept({ reason: reasonOf(error) });
  }
}

/** A stored secret, to sign with. */
export async function secretIn({ sealing }: Services, stored: StoredSecret, hookId: string): Promise<string> {
  try {
    return await opened(sealing, stored, placeOf(hookId));
  } catch (error) {
    throw new Error(
      `The webhook's secret cannot be read: ${reasonOf(error)}. Without it, give the webhook another with "postern hooks rotate --id ${hookId}"`,
    );
  }
}

/** Why, without the reference, which names no connection here. */
function reasonOf(error: unknown): string {
  const data = isGatewayError(error) ? (error.data as { reason?: unknown }) : undefined;
  return typeof data?.reason === "string" ? data.reason : error instanceof Error ? error.message : String(error);
}
