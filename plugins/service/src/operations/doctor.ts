import { defineQuery, T } from "@postern/core";
import { findingsIn } from "../findings.ts";
import { group } from "../group.ts";
import { Finding } from "../schemas.ts";

export const doctor = defineQuery(group, {
  id: "service.doctor",
  summary: "Look for what is not as it should be, and for the command that helps",
  description: "Each finding has its severity, the evidence and a command that fixes it or shows more.",
  input: T.Object({}),
  output: T.Object({ findings: T.Array(Finding, { description: "What was found" }) }),
  examples: [{ title: "Is there anything to do", input: {} }],
  async run({ services: { gateway, journal }, store, config: { data }, now }) {
    return { findings: await findingsIn({ gateway, journal, store, data, now }) };
  },
});
