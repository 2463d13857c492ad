import { oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/kit/fields";

export const RuntimeId = T.String({ pattern: "^[a-z0-9][a-z0-9._-]{0,62}$", description: "Id of the voice runtime" });

export const Candidate = T.Object({
  id: T.String({ description: "Id of the voice runtime" }),
  label: T.String({ description: "Display name" }),
  kind: T.String({
    description: "Kind: realtime_api, hosted_agent, framework, local_pipeline, or one defined by a plugin",
  }),
  availability: described(
    oneOf("ready", "needs_credentials", "not_installed", "planned"),
    "Whether it can be used now, and the reason if not",
  ),
  docsUrl: T.String({ description: "Address of its documentation" }),
  constraints: T.Array(T.String(), { description: "Limitations, one sentence each" }),
  strengths: T.Array(T.String(), { description: "Strengths, one sentence each" }),
  defaultModel: T.Optional(T.String({ description: "Model used by default" })),
  providerRuntime: T.Optional(T.String({ description: "The provider's name for the interface" })),
});
export type Candidate = Static<typeof Candidate>;

/** A missing requirement of a runtime. */
export const Missing = T.Object({
  what: described(oneOf("package", "program", "connection"), "Kind of requirement"),
  name: T.String({ description: "Name of the package, program or provider" }),
  fix: T.String({ description: "How to provide it" }),
});
export type Missing = Static<typeof Missing>;

/** The default runtime, and the reason. */
export const Decision = T.Object({
  defaultRuntimeId: T.String({ description: "Id of the default voice runtime, always one of the candidates" }),
  recommendation: T.String({ description: "Why it is the default, and how to change it" }),
});
export type Decision = Static<typeof Decision>;
