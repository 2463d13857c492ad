import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { listOf, reached } from "@postern/core/paging";
import { profiles } from "../collections.ts";
import { diagnosticOf, isWhole } from "../damage.ts";
import { group } from "../group.ts";
import { merged } from "../merged.ts";
import { showRecord } from "../profile.ts";
import { Diagnostic, Profile, Tag } from "../schemas.ts";

const Profiles = listOf("profiles", Profile);

export const callsProfilesList = defineQuery(group, {
  id: "prox.calls.profiles.list",
  summary: "List call profiles by their ids: your own, those of plugins, and those that come with Postern",
  description: "A profile that is broken is left out and told in `diagnostics`.",
  input: T.Object({ tag: T.Optional(described(Tag, "Only profiles that have this tag")), ...Profiles.page }),
  narrowed: true,
  output: T.Object({
    ...Profiles.output.properties,
    diagnostics: T.Optional(T.Array(Diagnostic, { description: "What is wrong, and where" })),
  }),
  examples: [
    { title: "All of them", input: {} },
    { title: "Those for calls that are placed", input: { tag: "outbound", limit: "10" } },
  ],
  async run({ store: { unchecked }, caller, state: { catalogue } }, { tag, ...page }) {
    // A query reads one moment and commits nothing, so a unchecked is exact, and skips an offset unread.
    const tagged = catalogue.profiles().filter(({ tags }) => tag === undefined || tags.includes(tag));
    const stored = await Promise.all(tagged.map(({ id }) => unchecked.get(profiles, id)));
    const others = tagged.filter((_, at) => stored[at] === undefined);
    const source = merged(unchecked, tag, others, (record) => showRecord(catalogue, record));
    const answer = await Profiles.answer(
      page,
      reached(source, caller, "prox.calls.profiles.list", ({ id }) => id),
      (profile) => profile,
    );
    const damaged = answer.profiles.filter((profile) => !isWhole(profile));
    const diagnostics = [...catalogue.diagnostics(), ...damaged.map(diagnosticOf)];
    return {
      ...answer,
      profiles: answer.profiles.filter(isWhole),
      ...(diagnostics.length > 0 && { diagnostics }),
    };
  },
});
