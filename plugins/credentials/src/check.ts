import type { Check, Finding } from "@postern/core/checks";
import { type ConnectionRecord, connections } from "./collections.ts";
import { describeConnection } from "./connection.ts";

/** Maximum number of connections that are reported one by one. */
const MAX_REPORTED = 20;

/** Reports connections whose secret was rejected, such as an expired one, or cannot be read. */
export const credentialsCheck: Check = {
  name: "credentials",
  async run({ store }) {
    const { items } = await store.find(connections, { by: "byProblem", limit: MAX_REPORTED });
    const failing = await store.count(connections, { by: "byProblem" });
    return {
      items: [{ name: "connections that do not work", value: String(failing) }],
      findings: items.map(ofConnection),
    };
  },
};

function ofConnection(record: ConnectionRecord): Finding {
  const { id, statusReason } = record;
  const what = describeConnection(record).replace(/^the/, "The");
  if (statusReason === "check_failed")
    return {
      id: "credentials.secret_rejected",
      severity: "error",
      evidence: `${what} was rejected by its provider at the last check. It may have expired`,
      fix: `postern credentials connections rotate --connection ${id} --secret-file FILE`,
    };
  return {
    id: "credentials.secret_unreadable",
    severity: "error",
    evidence: `The secret of ${describeConnection(record)} cannot be read`,
    fix: "postern credentials backends",
  };
}
