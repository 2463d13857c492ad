import { defineService } from "@postern/core";
import type { ConnectionName } from "./connection.ts";

export { isElsewhere } from "@postern/kit/sealing";
export type { ConnectionName } from "./connection.ts";
export {
  BackendUnavailable,
  ConnectionAmbiguous,
  ConnectionBound,
  ConnectionDisabled,
  ConnectionNotFound,
  SecretElsewhere,
  SecretUnreadable,
  VaultKeyMissing,
} from "./errors.ts";
export {
  connectionCreated,
  connectionDisabled,
  connectionEnabled,
  connectionRemoved,
  connectionRotated,
  connectionUpdated,
} from "./events.ts";
export { assertUsable, hostIn, type Place, useConnection } from "./use.ts";

/** A secret in memory. It always prints as [secret]; only `reveal` returns it. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return "[secret]";
  }
  toJSON(): string {
    return "[secret]";
  }
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[secret]";
  }
}

/** A connection as other groups see it. */
export interface ConnectionRef {
  readonly id: string;
  readonly provider: string;
  readonly connection: string;
  readonly status: "active" | "disabled";
  readonly statusReason?: string;
}

/** The service through which other groups find connections. It uses neither the network nor the secret. */
export interface ConnectionDirectory {
  /**
   * Undefined if there is no connection or several match. If only a provider is given, returns one of its connections,
   * preferably an active one.
   */
  find(name: ConnectionName): Promise<ConnectionRef | undefined>;
}

export const connectionDirectory = defineService<ConnectionDirectory>("credentials.connections");

/** A provider whose secrets a group can check. */
export interface Provider {
  readonly id: string;
  readonly label: string;
  /**
   * Checks the secret with the provider, within ten seconds; `reason` says why it does not work, without the secret.
   */
  check(
    secret: Secret,
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly ok: boolean; readonly reason?: string }>;
}

/** The group that uses a secret, the purpose, and the hosts to which it is sent (`api.example.com:443`). */
export interface User {
  readonly group: string;
  readonly purpose: string;
  readonly hosts?: readonly string[];
}

/** The service through which other groups use secrets, without storing them. */
export interface Secrets {
  /**
   * Calls `work` with the secret of an active connection. Each use is audited in a separate commit before `work`
   * starts, so do not call it in a query or a plan. Errors of `work` are passed on with the secret masked. Throws
   * ConnectionNotFound, ConnectionAmbiguous, ConnectionBound, ConnectionDisabled or SecretUnreadable, which need an
   * action by a person, BackendUnavailable (503), which may be temporary, or SecretElsewhere or VaultKeyMissing (503,
   * `isElsewhere`): then leave the work to the gateways of other hosts, without storing a failure.
   */
  use<T>(name: ConnectionName, user: User, work: (secret: Secret) => Promise<T> | T): Promise<T>;
  /**
   * Whether this gateway can read the secret of a connection. False only if another host has it: do not take a lease or
   * claim work that needs it. True if reading fails for any other reason, which `use` then throws.
   */
  isHere(name: ConnectionName): Promise<boolean>;
  /**
   * Call it in a plugin's setup. Returns a function that unregisters. Throws if another plugin has registered the id.
   */
  register(provider: Provider): () => void;
}

export const secrets = defineService<Secrets>("credentials.secrets");
