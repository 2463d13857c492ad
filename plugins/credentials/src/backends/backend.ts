import type { Transacting } from "@postern/core";
import { BackendUnavailable, SecretUnreadable, VaultKeyMissing } from "../errors.ts";
import type { BackendName } from "../schemas.ts";

/** Why a backend failed. `help` says what a person can do about it. Neither contains a secret. */
export interface Trouble {
  readonly reason: string;
  readonly help?: string;
}

/** Stores secrets. A place is the part of a reference after the colon. */
export interface Backend {
  readonly name: BackendName;
  /** The name in a sentence: `the keychain`. */
  readonly title: string;
  /** Why a place is invalid, in a text that does not repeat it. */
  faultOf(place: string): string | undefined;
  /** Why the configuration does not allow references to a valid place. Absent if it allows all. */
  refusal?(place: string): string | undefined;
  /** Checks the backend; undefined if it can be used. */
  trouble(): Promise<Trouble | undefined>;
  /** Returns the secret, or undefined if there is none. Throws BackendTrouble or SecretDamaged. */
  read(place: string): Promise<string | undefined>;
  /** Whether this host has a secret that `writer` can remove, readable or not. Absent if that cannot be known. */
  holds?(place: string): Promise<boolean>;
  /** Absent if the backend is read-only. */
  readonly writer?: SecretWriter;
  /** Stores new secrets in the commit of their connection, instead of the writer. */
  readonly inCommit?: { put(ctx: Pick<Transacting, "store">, place: string, secret: string): Promise<void> };
}

export interface SecretWriter {
  /** Returns the place for a new secret, from a unique id. */
  placeFor(id: string): string;
  write(place: string, secret: string): Promise<void>;
  /** Succeeds if the secret is already gone. */
  remove(place: string): Promise<void>;
}

/** The backend cannot be used at the moment. */
export class BackendTrouble extends Error implements Trouble {
  readonly reason: string;
  readonly help?: string;
  /** The hosts that have the key of the vault, if this one does not, and the name of its file. */
  readonly keyHosts?: { readonly here: string; readonly hosts: string[]; readonly file: string };

  constructor({ reason, help }: Trouble) {
    super(reason);
    this.reason = reason;
    if (help !== undefined) this.help = help;
  }
}

/** The secret exists and cannot be read. */
export class SecretDamaged extends Error {}

/** Converts an error of a backend to the error that callers receive. */
export function callerError(
  error: unknown,
  { name, title }: Pick<Backend, "name" | "title">,
  secretRef: string,
): unknown {
  if (error instanceof SecretDamaged) return SecretUnreadable({ secretRef, reason: error.message });
  if (!(error instanceof BackendTrouble)) return error;
  if (error.keyHosts) return VaultKeyMissing(error.keyHosts);
  return BackendUnavailable({ backend: name, reason: describeTrouble(error, title) });
}

/** Throws the error that callers receive if a backend cannot be used. */
export function assertWorks(trouble: Trouble | undefined, backend: Pick<Backend, "name" | "title">): void {
  if (trouble)
    throw callerError(trouble instanceof BackendTrouble ? trouble : new BackendTrouble(trouble), backend, backend.name);
}

/** The reason and help as text, without a full stop at the end. */
export const describeTrouble = ({ reason, help }: Trouble, title: string): string =>
  `${title[0]?.toUpperCase()}${title.slice(1)} cannot be used: ${reason}${help ? `. ${help}` : ""}`;
