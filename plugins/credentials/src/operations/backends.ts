import { defineQuery, omitUndefined, T } from "@postern/core";
import { all, listOf, MOST_COUNTED } from "@postern/core/paging";
import { loose } from "../collections.ts";
import { group } from "../group.ts";
import { BackendState } from "../schemas.ts";

const Backends = listOf("backends", BackendState);

export const backends = defineQuery(group, {
  id: "credentials.backends",
  summary: "Tell which backends for secrets work here, and why the others do not",
  description: "A keychain that is locked may ask for its password.",
  input: T.Object({ ...Backends.fields }),
  output: Backends.output,
  examples: [{ title: "All of them", input: {} }],
  async run({ store, state, now }, page) {
    const standard = await state.backends.standard();
    return Backends.answer(page, all(state.backends.all), async (backend) => {
      const trouble = await backend.trouble();
      // What is not due yet may still be taken up by the command that wrote it.
      const due = { by: "byBackend", prefix: [backend.name], to: [now + 1], limit: MOST_COUNTED } as const;
      return omitUndefined({
        name: backend.name,
        works: trouble === undefined,
        isDefault: backend === standard,
        reason: trouble?.reason,
        fix: trouble?.help,
        keyIn: backend.name === "vault" ? await state.backends.vault?.keyIn() : undefined,
        leftovers: await store.count(loose, due),
      });
    });
  },
});
