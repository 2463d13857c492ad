import { Command } from "../../ui/copy.tsx";
import type { Source } from "./item.ts";

/** What the gateway itself found to be wrong. */
export const findings: Source = {
  needs: ["service.doctor"],
  events: ["service.**"],
  async load({ client }) {
    const { findings } = await client.service.doctor();
    return findings
      .filter(({ severity }) => severity !== "info")
      .map(({ id, severity, evidence, fix }) => ({
        id: `finding ${id} ${evidence}`,
        kind: severity,
        title: evidence,
        reason: undefined,
        since: undefined,
        actions: [],
        show: () => <Command text={fix} />,
      }));
  },
};
