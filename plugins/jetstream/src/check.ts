import type { Reads } from "@postern/core";
import type { Check, Finding, StatusItem } from "@postern/kit/checks";
import { bridges, consumers, cursors, deadCount } from "./collections.ts";
import { runningOf } from "./link/lease.ts";
import { MAX_LINKS } from "./link/worker.ts";
import { provisionOf } from "./nats/explain.ts";

/** Reports bridges and consumers that do not work, events that were lost and dead letters. */
export const jetstreamCheck: Check = {
  name: "jetstream",
  async run({ store, now }) {
    const enabled = { by: "byStatus", prefix: ["enabled"], limit: MAX_LINKS } as const;
    const [out, into] = await Promise.all([store.find(bridges, enabled), store.find(consumers, enabled)]);
    const items: StatusItem[] = [];
    const findings: Finding[] = [];
    for (const { id, label, status } of [...out.items, ...into.items]) {
      const { state, lastError } = await runningOf(store, { id, status }, now);
      const kind = id.startsWith("bridge_") ? "bridges" : "consumers";
      items.push({ name: label, value: state, ...(lastError && { lastError }) });
      const fix = `postern jetstream ${kind} show --id ${id}`;
      if (state === "failing") {
        const { message = "" } = lastError ?? {};
        const provision = message.includes(provisionOf(id)) ? provisionOf(id) : undefined;
        const evidence = `"${label}": ${message}`;
        findings.push({ id: "jetstream.failing", severity: "error", evidence, fix: provision ?? fix });
      }
      findings.push(...(await lossesOf(store, { id, label, fix })));
    }
    return { items, findings };
  },
};

async function lossesOf(store: Reads, { id, label, fix }: Record<"id" | "label" | "fix", string>): Promise<Finding[]> {
  const [cursor, dead] = await Promise.all([store.get(cursors, id), store.sum(deadCount, id)]);
  const findings: Finding[] = [];
  if (cursor?.gap) {
    const { after, first } = cursor.gap;
    const evidence = `Events between ${after} and ${first} were deleted before the bridge "${label}" published them`;
    findings.push({ id: "jetstream.gap", severity: "warning", evidence, fix });
  }
  if (dead > 0)
    findings.push({ id: "jetstream.dead", severity: "info", evidence: `"${label}" has ${dead} dead letters`, fix });
  return findings;
}
