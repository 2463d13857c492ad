import { defineCommand, oneOf, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { BackendTrouble, toldAs } from "../backends/backend.ts";
import { PRESENT, sealKeys } from "../collections.ts";
import { BackendUnavailable, NoVault } from "../errors.ts";
import { vaultRotated } from "../events.ts";
import { group } from "../group.ts";
import type { State } from "../state.ts";
import type { Vault } from "../vault/vault.ts";

export const vaultRotate = defineCommand(group, {
  id: "credentials.vault.rotate",
  summary: "Give the vault a new key, and seal its secrets anew",
  description:
    "Secrets stay usable meanwhile, and so they do if it is cut short; the next start goes on. Those that cannot be " +
    "read any more, since their key is lost or their file damaged, are left as they are: rotate their connections.",
  dryRunByDefault: true,
  input: T.Object({}),
  output: T.Object({
    secrets: T.Integer({ description: "Those under the new key" }),
    unreadable: T.Integer({ description: "Those that were left as they are" }),
    keyIn: described(oneOf("keychain", "file"), "Where the key is kept"),
  }),
  errors: [NoVault, BackendUnavailable],
  examples: [{ title: "How many secrets it concerns", input: {} }],
  async plan({ state }) {
    const vault = vaultOf(state);
    const { secrets, unreadable } = await told(state.counts("count", () => vault.count()));
    const left = unreadable === 0 ? "" : `; ${unreadable} of them cannot be read and are left as they are`;
    return {
      summary: `Give the vault, which holds ${secrets} ${secrets === 1 ? "secret" : "secrets"}, a new key${left}`,
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
    const rotated = await told(state.rotations("rotate", rotate));
    if (isOurs) {
      // Groups whose records are encrypted with it hear of the event, and ask for another.
      await store.delete(sealKeys, PRESENT);
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

async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof BackendTrouble ? toldAs(error, title, "vault") : error;
  }
}
