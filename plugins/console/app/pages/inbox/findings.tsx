import type { Session } from "../../session/session.ts";
import { Command } from "../../ui/copy.tsx";
import { queuesIn } from "./dead-letters.ts";
import type { Source } from "./item.ts";

/** Findings about turns and runs that the inbox shows itself, with the operation that lists them. */
const LISTS: Readonly<Record<string, string>> = {
  "agents.turns_failed": "agents.turns.list",
  "rules.run_failed": "rules.runs.list",
  "schedules.run_failed": "schedules.runs.list",
};

/** Whether the inbox has an item for the same thing, which can be retried there. */
function isShown(session: Session, { id, fix }: { readonly id: string; readonly fix: string }): boolean {
  // With another way to repair it, such as a new secret, it is worth a second item.
  const isAdapter = id.startsWith("channels.adapter_") && fix.startsWith("postern channels adapters show ");
  const list = isAdapter ? "channels.adapters.list" : LISTS[id];
  if (list !== undefined) return session.may(list);
  const [, queue = ""] = /^postern (.+) list --status dead$/.exec(fix) ?? [];
  return id === "queue.dead" && queuesIn(session).includes(queue.replaceAll(" ", "."));
}

/** What the gateway itself found to be wrong. */
export const findings: Source = {
  needs: ["service.doctor"],
  events: ["service.**"],
  async load(session) {
    const { findings } = await session.client.service.doctor();
    return findings
      .filter((finding) => finding.severity !== "info" && !isShown(session, finding))
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
