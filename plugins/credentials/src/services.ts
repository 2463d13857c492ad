import { defineService } from "@postern/core";

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

/** Names a connection; `provider` is needed where several have the name. */
export interface ConnectionName {
  readonly connection?: string;
  readonly provider?: string;
}

/** A connection as other groups see it. */
export interface ConnectionRef {
  readonly id: string;
  readonly provider: string;
  readonly connection: string;
  readonly status: "active" | "disabled";
  readonly statusReason?: string;
}

/** How other groups find connections; undefined where there is none, or several of the name. */
export interface ConnectionDirectory {
  find(name: ConnectionName): Promise<ConnectionRef | undefined>;
}

export const connectionDirectory = defineService<ConnectionDirectory>("credentials.connections");

/** A provider that a group knows how to ask whether a secret works. */
export interface Provider {
  readonly id: string;
  readonly label: string;
  /** Asks the provider itself; `reason` says in words why not, without the secret. */
  check(
    secret: Secret,
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly ok: boolean; readonly reason?: string }>;
}

/** How other groups use secrets: by reference, at the moment of use, never kept. */
export interface Secrets {
  /**
   * Hands the secret of an active connection to `work`; each use is audited with `user` (the group and what for).
   * Throws a GatewayError where the connection is gone, disabled or its secret cannot be read.
   */
  use<T>(
    name: ConnectionName,
    user: { readonly group: string; readonly purpose: string },
    work: (secret: Secret) => Promise<T> | T,
  ): Promise<T>;
  /** In a plugin's setup; answers what takes it off again. */
  register(provider: Provider): () => void;
}

export const secrets = defineService<Secrets>("credentials.secrets");
