import { oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";

export const RuntimeId = T.String({ pattern: "^[a-z0-9][a-z0-9._-]{0,62}$", description: "The voice runtime" });

export const Candidate = T.Object({
  id: T.String({ description: "Its id" }),
  label: T.String({ description: "A name for people" }),
  kind: T.String({ description: "realtime_api, hosted_agent, framework, local_pipeline, or a plugin's own" }),
  availability: described(
    oneOf("ready", "needs_credentials", "not_installed", "planned"),
    "Whether it can be used now, and what it lacks if not",
  ),
  docsUrl: T.String({ description: "Address of its documentation" }),
  constraints: T.Array(T.String(), { description: "What speaks against it, one sentence each" }),
  strengths: T.Array(T.String(), { description: "What speaks for it, one sentence each" }),
  defaultModel: T.Optional(T.String({ description: "The model that is used where none is named" })),
  providerRuntime: T.Optional(T.String({ description: "What its provider calls the interface" })),
});
export type Candidate = Static<typeof Candidate>;

/** What has to be there before a runtime is ready. */
export const Missing = T.Object({
  what: described(oneOf("package", "program", "connection"), "What it is"),
  name: T.String({ description: "Its name" }),
  fix: T.String({ description: "What helps" }),
});
export type Missing = Static<typeof Missing>;

/** Which runtime is meant where none is named, and why. */
export const Decision = T.Object({
  defaultRuntimeId: T.String({ description: "Always one of the candidates" }),
  recommendation: T.String({ description: "Why it is that one, by which rule, and what would change it" }),
});
export type Decision = Static<typeof Decision>;
