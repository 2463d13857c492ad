import type { Check, Finding } from "@postern/kit/checks";
import { describeTrouble } from "./backends/backend.ts";
import { type ConnectionRecord, connections, vaultHead } from "./collections.ts";
import { describeConnection } from "./connection.ts";
import { type Refused, refusedReferences } from "./refused-references.ts";
import type { State } from "./state.ts";
import { fileOf } from "./vault/keys.ts";
import { hostsWithoutNext } from "./vault/store/hosts.ts";

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

/** The same, with references that are not allowed, and what is wrong with the vault in the store at this host. */
export const createCheck = (state: State): Check => ({
  name: credentialsCheck.name,
  async run(ctx) {
    const { vault } = state.backends;
    const { items = [], findings: failing = [] } = await credentialsCheck.run(ctx);
    const refused = await refusedReferences(ctx.store, state, MAX_REPORTED);
    const findings = [...refused.map(ofRefused), ...failing];
    const head = await ctx.store.read(vaultHead);
    if (!head || !vault) return { items, findings };
    const ofVault: Finding[] = [];
    const trouble = await vault.store.trouble();
    if (trouble)
      ofVault.push({
        id: "credentials.vault_key_missing",
        severity: "error",
        evidence: describeTrouble(trouble, "the vault in the store"),
        fix: "postern credentials backends",
      });
    const waitingFor = head.next ? await hostsWithoutNext(ctx.store, head, ctx.now) : [];
    if (head.next && waitingFor.length > 0)
      ofVault.push({
        id: "credentials.vault_rotation_waits",
        severity: "warning",
        evidence: `The new key of the vault is not used before these hosts have it: ${waitingFor.join(", ")}. Copy the file ${fileOf(head.installation, head.next.key)} from the folder of the vault's keys on ${head.next.host} to them`,
        fix: "postern credentials vault rotate",
      });
    return { items, findings: [...ofVault, ...findings] };
  },
});

const ofRefused = ({ connection, reason }: Refused): Finding => ({
  id: "credentials.reference_not_allowed",
  severity: "error",
  evidence: `${describeConnection(connection).replace(/^the/, "The")} does not work: ${reason}`,
  fix: "postern config edit",
});

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
