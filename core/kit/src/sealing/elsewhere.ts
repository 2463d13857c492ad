import { defineError, isGatewayError, T } from "@postern/core";

/** A secret was encrypted on another machine, which has the key. */
export const SecretElsewhere = defineError("credentials.secret_elsewhere", {
  // The request is right, and a gateway on the other host can do it: a client or a balancer may try again there.
  status: 503,
  data: T.Object({
    secretRef: T.String(),
    here: T.String({ description: "This host" }),
    host: T.Optional(T.String({ description: "Host of the secret, if known" })),
  }),
  message: ({ secretRef, here, host }) =>
    `The secret "${secretRef}" is ${host === undefined ? "on another host" : `on the host "${host}"`}, not on this one ("${here}"). Use a gateway there, or ${
      /^(env|keychain):/.test(secretRef)
        ? "rotate the connection with a secret that is stored in the vault"
        : 'move the vault into the store with "postern credentials vault move --to store" on that host'
    }.`,
  fix: () => "postern credentials vault move --to store",
});

/** The key of the vault is not on this machine. */
export const VaultKeyMissing = defineError("credentials.vault_key_missing", {
  status: 503,
  data: T.Object({
    here: T.String({ description: "This host" }),
    hosts: T.Array(T.String(), { description: "Hosts that have the key" }),
    file: T.String({ description: "Name of the file of the key" }),
  }),
  message: ({ here, hosts, file }) =>
    `This host ("${here}") does not have the key of the vault in the store. Copy the file "${file}" from the folder of the vault's keys ("vault.keys", by default vault-keys in the configuration folder) on ${hosts.map((host) => `"${host}"`).join(" or ")} to that folder here, with mode 0600.`,
  fix: () => "postern credentials backends",
});

type Elsewhere = ReturnType<typeof SecretElsewhere> | ReturnType<typeof VaultKeyMissing>;

/**
 * Whether only a gateway on another host can do the work that failed: only that host has the secret, or
 * the key of the vault. Leave the work to it: store no failure and count no attempt.
 */
export const isElsewhere = (error: unknown): error is Elsewhere =>
  isGatewayError(error) && (error.code === SecretElsewhere.code || error.code === VaultKeyMissing.code);
