import { defineCommand, oneOf, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { createSharedRuns } from "@postern/core/queue";
import { BackendTrouble, toldAs } from "../backends/backend.ts";
import { PRESENT, sealKeys } from "../collections.ts";
import { BackendUnavailable, NoVault } from "../errors.ts";
import { vaultRotated } from "../events.ts";
import { group } from "../group.ts";
import { safeOf } from "../safe.ts";
import type { Rotated } from "../vault/reseal.ts";
import type { Vault } from "../vault/vault.ts";

/** Each reads every secret, and a rotation writes them too: callers who ask at the same time share it. */
const counts = createSharedRuns<{ secrets: number; unreadable: number }>();
const rotations = createSharedRuns<Rotated>();

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
  async plan({ services }) {
    const vault = vaultOf(services);
    const { secrets, unreadable } = await told(counts(vault, "count", () => vault.count()));
    const left = unreadable === 0 ? "" : `; ${unreadable} of them cannot be read and are left as they are`;
    return {
      summary: `Give the vault, which holds ${secrets} ${secrets === 1 ? "secret" : "secrets"}, a new key${left}`,
      secrets,
      unreadable,
    };
  },
  async execute({ services, store, emit }) {
    const vault = vaultOf(services);
    let isOurs = false;
    const rotate = () => {
      isOurs = true;
      return vault.rotate();
    };
    const rotated = await told(rotations(vault, "rotate", rotate));
    if (isOurs) {
      // Groups whose records are encrypted with it hear of the event, and ask for another.
      await store.delete(sealKeys, PRESENT);
      emit(vaultRotated, rotated);
    }
    return { ...rotated };
  },
});

function vaultOf(services: Parameters<typeof safeOf>[0]): Vault {
  const { vault } = safeOf(services).backends;
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
