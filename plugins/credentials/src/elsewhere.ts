import { isGatewayError } from "@postern/core";
import { SecretElsewhere, VaultKeyMissing } from "./errors.ts";

/**
 * Whether an error says that a gateway on another host can do what this one cannot: only that host has the secret, or
 * the key of the vault. Leave the work to it: store no failure and count no attempt.
 */
export const isElsewhere = (error: unknown): boolean =>
  isGatewayError(error) && (error.code === SecretElsewhere.code || error.code === VaultKeyMissing.code);
