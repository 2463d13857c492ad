import { oneOf, type Static, T } from "@postern/core";

export const RuntimeId = T.String({ pattern: "^[a-z0-9][a-z0-9._-]{0,62}$", description: "The voice runtime" });

export const Candidate = T.Object({
  id: T.String(),
  label: T.String(),
  kind: T.String({ description: "realtime_api, hosted_agent, framework, local_pipeline, or a plugin's own" }),
  availability: oneOf("ready", "needs_credentials", "not_installed", "planned"),
  docsUrl: T.String(),
  constraints: T.Array(T.String()),
  strengths: T.Array(T.String()),
  defaultModel: T.Optional(T.String()),
  providerRuntime: T.Optional(T.String({ description: "What its provider calls the interface" })),
});
export type Candidate = Static<typeof Candidate>;

/** What has to be there before a runtime is ready. */
export const Missing = T.Object({
  what: oneOf("package", "program", "connection"),
  name: T.String(),
  fix: T.String({ description: "What helps" }),
});
export type Missing = Static<typeof Missing>;

/** Which runtime is meant where none is named, and why. */
export const Decision = T.Object({
  defaultRuntimeId: T.String({ description: "Always one of the candidates" }),
  recommendation: T.String({ description: "Why it is that one, by which rule, and what would change it" }),
});
export type Decision = Static<typeof Decision>;
