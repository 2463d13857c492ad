import { defineCommand, oneOf, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { BackendTrouble, callerError } from "../backends/backend.ts";
import { CURRENT_KEY, sealKeys } from "../collections.ts";
import { BackendUnavailable, NoVault } from "../errors.ts";
import { vaultRotated } from "../events.ts";
import { group } from "../group.ts";
import type { State } from "../state.ts";
import type { Vault } from "../vault/vault.ts";

export const vaultRotate = defineCommand(group, {
  id: "credentials.vault.rotate",
  summary: "Rotate the key of the vault",
  description:
    "Encrypts all secrets with a new key. They stay usable meanwhile; if the rotation is interrupted, it resumes at the " +
    "next start. Secrets that can no longer be read (lost key or damaged file) are not changed: rotate their connections.",
  input: T.Object({}),
  output: T.Object({
    secrets: T.Integer({ description: "Number of secrets encrypted with the new key" }),
    unreadable: T.Integer({ description: "Number of secrets that cannot be read and were not changed" }),
    keyIn: described(oneOf("keychain", "file"), "Where the key is stored"),
  }),
  errors: [NoVault, BackendUnavailable],
  examples: [{ title: "Show how many secrets would be encrypted again", input: {} }],
  async plan({ state }) {
    const vault = vaultOf(state);
    const { secrets, unreadable } = await withCallerErrors(state.counts("count", () => vault.count()));
    const left = unreadable === 0 ? "" : `; ${unreadable} of them cannot be read and will not be changed`;
    return {
      summary: `Rotate the key of the vault, which holds ${secrets} ${secrets === 1 ? "secret" : "secrets"}${left}`,
      secrets,
      unreadable,
    };
  },
  async execute({ state, store, emit }) {
    const vault = vaultOf(state);
    let isOurs = false;
    const rotate = () => {
      isOurs = true;
      return vault.rotate();
    };
    const rotated = await withCallerErrors(state.rotations("rotate", rotate));
    if (isOurs) {
      // Groups whose records are encrypted with the old key react to the event and encrypt them again.
      await store.delete(sealKeys, CURRENT_KEY);
      emit(vaultRotated, rotated);
    }
    return { ...rotated };
  },
});

function vaultOf({ backends: { vault } }: State): Vault {
  if (vault) return vault;
  throw NoVault({});
}

const title = { name: "vault", title: "the vault" } as const;

async function withCallerErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof BackendTrouble ? callerError(error, title, "vault") : error;
  }
}
