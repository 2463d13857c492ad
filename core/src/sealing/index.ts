import { type Static, T } from "../define/schema.ts";
import { defineService } from "../define/service.ts";

/** Encrypts secrets that groups store in records of their own, as the credentials group encrypts its own. */
export interface Sealing {
  /** Why nothing can be encrypted here, whatever happens; absent where a key can be had. */
  readonly lack?: string;
  /** Encrypts a secret for one place: elsewhere the text cannot be opened. Throws where the key cannot be used now. */
  seal(secret: string, place: string): Promise<string>;
  /** Throws where the text is damaged, was sealed for another place, or its key is lost or cannot be used now. */
  open(sealed: string, place: string): Promise<string>;
  /** Whether `seal` would use the key that a text is sealed with. */
  isCurrent(sealed: string): Promise<boolean>;
  /** Calls `listener` after each change of the key; ends with the plugin that asks. */
  onNewKey(listener: () => void): () => void;
}

/** Provided by the credentials group. Need it as `optional(sealing)`: a group is to work without credentials too. */
export const sealing = defineService<Sealing>("credentials.sealing");

/** A secret as a record holds it: encrypted, or in plain text where nothing can be encrypted. */
export const StoredSecret = T.Object({ isSealed: T.Boolean(), text: T.String() });
export type StoredSecret = Static<typeof StoredSecret>;

/**
 * What a record of this place is to hold. Throws where the key cannot be used now: a secret is stored in plain text only
 * where nothing could ever be encrypted, and never because a keychain is locked.
 */
export async function sealed(service: Sealing | undefined, secret: string, place: string): Promise<StoredSecret> {
  if (!canSeal(service)) return { isSealed: false, text: secret };
  return { isSealed: true, text: await service.seal(secret, place) };
}

/** The secret of a record. Throws where it cannot be opened. */
export async function opened(service: Sealing | undefined, stored: StoredSecret, place: string): Promise<string> {
  if (!stored.isSealed) return stored.text;
  if (service === undefined)
    throw new Error("it is encrypted, and the credentials group, which has the key, is not enabled");
  if (service.lack !== undefined) throw new Error(`it is encrypted, and ${service.lack}`);
  return service.open(stored.text, place);
}

/** The same secret under the present key; the record as it is where it is under that already, or nothing can be encrypted. */
export async function resealed(
  service: Sealing | undefined,
  stored: StoredSecret,
  place: string,
): Promise<StoredSecret> {
  if (!canSeal(service) || (stored.isSealed && (await service.isCurrent(stored.text)))) return stored;
  return sealed(service, await opened(service, stored, place), place);
}

export const canSeal = (service: Sealing | undefined): service is Sealing =>
  service !== undefined && service.lack === undefined;
