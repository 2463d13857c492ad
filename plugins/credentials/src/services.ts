import { defineService } from "@postern/core";
import type { ConnectionName } from "./connection.ts";

export type { ConnectionName } from "./connection.ts";
export {
  BackendUnavailable,
  ConnectionAmbiguous,
  ConnectionBound,
  ConnectionDisabled,
  ConnectionNotFound,
  SecretUnreadable,
} from "./errors.ts";
export { assertUsable, hostIn, type Place, useConnection } from "./use.ts";

/** A secret in hand. It prints as [secret] however it is printed; only `reveal` tells it. */
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

/** How other groups find connections. It never asks over the network, nor for the secret. */
export interface ConnectionDirectory {
  /**
   * Undefined where there is none, or several of the name. Where only a provider is named: one of its connections, an
   * active one if there is one.
   */
  find(name: ConnectionName): Promise<ConnectionRef | undefined>;
}

export const connectionDirectory = defineService<ConnectionDirectory>("credentials.connections");

/** A provider that a group knows how to ask whether a secret works. */
export interface Provider {
  readonly id: string;
  readonly label: string;
  /** Asks the provider itself; `reason` says in words why not, without the secret. It has ten seconds. */
  check(
    secret: Secret,
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly ok: boolean; readonly reason?: string }>;
}

/** Who uses a secret, what for, and which hosts it is sent to (`api.example.com:443`). */
export interface User {
  readonly group: string;
  readonly purpose: string;
  readonly hosts?: readonly string[];
}

/** How other groups use secrets: by reference, at the moment of use, never kept. */
export interface Secrets {
  /**
   * Hands the secret of an active connection to `work`. Each use is audited with `user`, the group and what for, in a
   * commit of its own before `work` begins: so it has no place in a query or a plan, which write nothing. What `work`
   * throws comes through, with the secret taken out of its words. Throws ConnectionNotFound, ConnectionAmbiguous,
   * ConnectionBound, ConnectionDisabled or SecretUnreadable, which stay until somebody does something, or
   * BackendUnavailable (503).
   */
  use<T>(name: ConnectionName, user: User, work: (secret: Secret) => Promise<T> | T): Promise<T>;
  /** In a plugin's setup; answers what takes it off again. Throws where another plugin has registered the id. */
  register(provider: Provider): () => void;
}

export const secrets = defineService<Secrets>("credentials.secrets");
