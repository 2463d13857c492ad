import { BackendUnavailable, SecretUnreadable } from "../errors.ts";
import type { BackendName } from "../schemas.ts";

/** Why a backend does not do what it was asked. `help` is what a person can do about it; nothing in it is secret. */
export interface Trouble {
  readonly reason: string;
  readonly help?: string;
}

/** Where secrets are kept. A place is what stands behind the colon of a reference. */
export interface Backend {
  readonly name: BackendName;
  /** As sentences say it: `the keychain`. */
  readonly title: string;
  /** What is wrong with a place, in words that do not repeat it. */
  faultOf(place: string): string | undefined;
  /** Looks whether it can be used; undefined where it can. */
  trouble(): Promise<Trouble | undefined>;
  /** The secret; undefined where there is none. Throws BackendTrouble or SecretDamaged. */
  read(place: string): Promise<string | undefined>;
  /** Absent where nothing can be put into it. */
  readonly keep?: Keep;
}

export interface Keep {
  /** A place for a new secret, from an id that nobody else has. */
  placeFor(id: string): string;
  write(place: string, secret: string): Promise<void>;
  /** Also where it is gone already. */
  remove(place: string): Promise<void>;
}

/** A backend that does not work now. */
export class BackendTrouble extends Error implements Trouble {
  readonly reason: string;
  readonly help?: string;

  constructor({ reason, help }: Trouble) {
    super(reason);
    this.reason = reason;
    if (help !== undefined) this.help = help;
  }
}

/** A secret that is there and cannot be read. */
export class SecretDamaged extends Error {}

/** What failed in a backend, as callers are told it. */
export function toldAs(error: unknown, { name, title }: Pick<Backend, "name" | "title">, secretRef: string): unknown {
  if (error instanceof SecretDamaged) return SecretUnreadable({ secretRef, reason: error.message });
  if (!(error instanceof BackendTrouble)) return error;
  return BackendUnavailable({ backend: name, reason: saidOf(error, title) });
}

/** Trouble in one sentence. */
export const saidOf = ({ reason, help }: Trouble, title: string): string =>
  `${title[0]?.toUpperCase()}${title.slice(1)} cannot be used: ${reason}${help ? `; ${help}` : ""}`;
