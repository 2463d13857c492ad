import { defineQuery, T } from "@postern/core";
import { findingsIn } from "../findings.ts";
import { group } from "../group.ts";
import { Finding } from "../schemas.ts";

export const doctor = defineQuery(group, {
  id: "service.doctor",
  summary: "Diagnose problems and suggest fixes",
  description: "Each finding has a severity, the evidence and a command that fixes the problem or shows details.",
  input: T.Object({}),
  output: T.Object({
    findings: T.Array(Finding, { description: "Findings, the most severe first" }),
  }),
  examples: [{ title: "Find problems", input: {} }],
  async run({ services: { gateway, journal }, store, config: { data }, state: { registry }, caller, now }) {
    const { isAdmin } = caller;
    return {
      findings: await findingsIn({ gateway, journal, store: store.unchecked, data, registry, now, isAdmin }),
    };
  },
});
