import { omitUndefined } from "@postern/core";
import type { Check, Finding } from "@postern/core/checks";
import { MAX_ACCOUNTS } from "./account.ts";
import { type AccountRecord, accounts } from "./collections.ts";

/** Reports accounts that cannot sign in or were not synchronized. */
export const calendarsCheck: Check = {
  name: "calendars",
  async run({ store }) {
    const { items } = await store.find(accounts, { limit: MAX_ACCOUNTS });
    const remote = items.filter(({ provider }) => provider !== "local");
    return {
      items: remote.map(({ id, status, statusReason, lastError, lastTriedAt: at }) => {
        const detail = lastError ?? statusReason;
        const error = lastError !== undefined && at !== undefined ? { at, message: lastError } : undefined;
        return omitUndefined({ name: `account ${id}`, value: status, detail, lastError: error });
      }),
      findings: remote.flatMap(ofAccount),
    };
  },
};

function ofAccount({ id, provider, status, statusReason, lastError, lastTriedAt }: AccountRecord): Finding[] {
  const fix = `postern calendars accounts check --id ${id} --execute`;
  const what = `The ${provider} account ${id}`;
  if (status === "stopped") {
    const evidence = `${what} is stopped (${statusReason})${lastError === undefined ? "" : `: ${lastError}`}`;
    const severity = statusReason === "connection_disabled" ? "info" : "error";
    return [{ id: "calendars.account_stopped", severity, evidence, fix }];
  }
  if (lastError === undefined) return [];
  const since = lastTriedAt === undefined ? "" : ` at ${new Date(lastTriedAt).toISOString()}`;
  const evidence = `${what} could not be synchronized${since}: ${lastError}`;
  return [{ id: "calendars.account_failing", severity: "warning", evidence, fix }];
}
