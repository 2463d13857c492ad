import { defineService, type Static, T } from "@postern/core";

export { isElsewhere, SecretElsewhere, VaultKeyMissing } from "./elsewhere.ts";
export { defineUsedTickets, type OneUseTickets, oneUseTickets } from "./one-use-tickets.ts";
export { createSigningSecret, defineSigningSecret, type Signer, type SigningSecret, signerOf } from "./signer.ts";

/** Encrypts secrets that groups store in their own records, as the credentials group encrypts its own. */
export interface Sealing {
  /** Why encryption is never available here. Absent if it is. */
  readonly lack?: string;
  /**
   * Encrypts a secret for one place: it can only be decrypted with the same place. Throws if the key is currently
   * unavailable.
   */
  seal(secret: string, place: string): Promise<string>;
  /**
   * Decrypts a text. Throws if it is damaged, was sealed for another place, or its key is lost, on another host
   * (`isElsewhere`) or currently unavailable.
   */
  open(sealed: string, place: string): Promise<string>;
  /** Whether a text is sealed with the current key. */
  isCurrent(sealed: string): Promise<boolean>;
  /** Calls `listener` after each change of the key. Ends with the plugin that calls it. */
  onNewKey(listener: () => void): () => void;
}

/** Provided by the credentials group. Declare it as `optional(sealing)`: groups must work without credentials too. */
export const sealing = defineService<Sealing>("credentials.sealing");

/** A stored secret: encrypted, or in plain text if encryption is never available. */
export const StoredSecret = T.Object({ isSealed: T.Boolean(), text: T.String() });
export type StoredSecret = Static<typeof StoredSecret>;

/**
 * The stored form of a secret for this place. Throws if the key is currently unavailable: a secret is stored in plain
 * text only if encryption is never available, not because a keychain is locked.
 */
export async function sealed(service: Sealing | undefined, secret: string, place: string): Promise<StoredSecret> {
  if (!canSeal(service)) return { isSealed: false, text: secret };
  return { isSealed: true, text: await service.seal(secret, place) };
}

/** The secret of a record. Throws if it cannot be decrypted. */
export async function opened(service: Sealing | undefined, stored: StoredSecret, place: string): Promise<string> {
  if (!stored.isSealed) return stored.text;
  if (service === undefined)
    throw new Error("it is encrypted, but the credentials group, which has the key, is not enabled");
  if (service.lack !== undefined) throw new Error(`it is encrypted, but ${service.lack}`);
  return service.open(stored.text, place);
}

/** The same secret under the current key. Unchanged if it already is, or if encryption is not available. */
export async function resealed(
  service: Sealing | undefined,
  stored: StoredSecret,
  place: string,
): Promise<StoredSecret> {
  if (!canSeal(service) || (stored.isSealed && (await service.isCurrent(stored.text)))) return stored;
  return sealed(service, await opened(service, stored, place), place);
}

/** Whether secrets can be encrypted: a vault is there, and it has its key. */
export const canSeal = (service: Sealing | undefined): service is Sealing =>
  service !== undefined && service.lack === undefined;
