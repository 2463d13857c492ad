import { assertWorks, BackendTrouble, callerError, type Trouble } from "../backends/backend.ts";
import { NoVault } from "../errors.ts";
import type { State } from "../state.ts";
import type { Vaults } from "./vaults.ts";

/** The vault of this gateway. Throws NoVault. */
export function vaultOf({ backends: { vault } }: State): Vaults {
  if (vault) return vault;
  throw NoVault({});
}

const title = { name: "vault", title: "the vault" } as const;

/** Throws the error that callers receive if the vault cannot be used. */
export const assertVaultWorks = (trouble: Trouble | undefined): void => assertWorks(trouble, title);

/** Converts trouble of the vault to the error that callers receive. */
export async function withVaultErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof BackendTrouble ? callerError(error, title, "vault") : error;
  }
}
