import { defineQuery, omitUndefined, T } from "@postern/core";
import { listOf, listSource, MAX_COUNTED } from "@postern/kit/paging";
import { orphans } from "../collections.ts";
import { group } from "../group.ts";
import { BackendState } from "../schemas.ts";
import type { State } from "../state.ts";

const Backends = listOf("backends", BackendState, {
  name: "plain",
  works: "plain",
  isDefault: "plain",
  keyIn: ["plain", 2],
  place: ["plain", 3],
  reason: ["text", 1],
  fix: ["text", 1],
});

export const backends = defineQuery(group, {
  id: "credentials.backends",
  summary: "List the backends for secrets and whether they work",
  description: "If the keychain is locked, the system may prompt for its password.",
  input: T.Object({ ...Backends.fields }),
  output: Backends.output,
  examples: [{ title: "All backends", input: {} }],
  async run({ store, state, now }, page) {
    const standard = await state.backends.standard();
    return Backends.answer(page, listSource(state.backends.all), async (backend) => {
      const trouble = await backend.trouble();
      // An orphan that is not due yet may still belong to a running command.
      const due = { by: "byBackend", prefix: [backend.name], to: [now + 1], limit: MAX_COUNTED } as const;
      return omitUndefined({
        name: backend.name,
        works: trouble === undefined,
        isDefault: backend === standard,
        reason: trouble?.reason,
        fix: trouble?.help,
        keyIn: backend.name === "vault" ? await keyIn(state) : undefined,
        place: backend.name === "vault" ? state.backends.vault?.place : undefined,
        leftovers: await store.count(orphans, due),
      });
    });
  },
});

const keyIn = ({ backends: { vault } }: State) => (vault?.place === "store" ? vault.store : vault?.folder)?.keyIn();
