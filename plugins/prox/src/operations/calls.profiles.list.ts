import { defineQuery, T } from "@postern/core";
import { described, numericText } from "@postern/kit/fields";
import { limitToGrants, listOf, withColumns } from "@postern/kit/paging";
import { profiles } from "../collections.ts";
import { diagnosticOf, isIntact } from "../damage.ts";
import { group } from "../group.ts";
import { merged } from "../merged.ts";
import { showRecord } from "../profile.ts";
import { Diagnostic, Profile, Tag } from "../schemas.ts";

const Profiles = listOf(
  "profiles",
  Profile,
  {
    id: "id",
    name: "text",
    provider: "plain",
    enabled: "plain",
    language: ["plain", 1],
    agentId: ["id", 2],
    voice: ["plain", 3],
    source: ["plain", 1],
    tags: ["text", 4],
  },
  numericText,
);

export const callsProfilesList = defineQuery(group, {
  id: "prox.calls.profiles.list",
  summary: "List call profiles, sorted by id",
  description:
    "Includes stored profiles, profiles of plugins and built-in profiles. Invalid profiles are reported in " +
    "`diagnostics` instead.",
  input: T.Object({ tag: T.Optional(described(Tag, "Only profiles that have this tag")), ...Profiles.page }),
  narrowed: true,
  output: T.Object({
    ...Profiles.output.properties,
    diagnostics: T.Optional(
      withColumns(T.Array(Diagnostic, { description: "Problems of invalid profiles; absent if there are none" }), {
        severity: "status",
        profileId: "plain",
        path: ["plain", 1],
        message: "text",
        source: ["plain", 2],
      }),
    ),
  }),
  examples: [
    { title: "All profiles", input: {} },
    { title: "Profiles for outbound calls", input: { tag: "outbound", limit: "10" } },
  ],
  async run({ store: { unchecked }, caller, state: { catalogue } }, { tag, ...page }) {
    // A query reads one snapshot and commits nothing, so unchecked reads are exact and cheaper.
    const tagged = catalogue.profiles().filter(({ tags }) => tag === undefined || tags.includes(tag));
    const stored = await Promise.all(tagged.map(({ id }) => unchecked.get(profiles, id)));
    const others = tagged.filter((_, at) => stored[at] === undefined);
    const source = merged(unchecked, tag, others, (record) => showRecord(catalogue, record));
    const answer = await Profiles.answer(
      page,
      limitToGrants(source, caller, "prox.calls.profiles.list", ({ id }) => id),
      (profile) => profile,
    );
    const damaged = answer.profiles.filter((profile) => !isIntact(profile));
    const diagnostics = [...catalogue.diagnostics(), ...damaged.map(diagnosticOf)];
    return {
      ...answer,
      profiles: answer.profiles.filter(isIntact),
      ...(diagnostics.length > 0 && { diagnostics }),
    };
  },
});
