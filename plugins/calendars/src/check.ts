import { omitUndefined } from "@postern/core";
import type { Check, Finding } from "@postern/kit/checks";
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

function ofAccount(account: AccountRecord): Finding[] {
  const { id, provider, status, statusReason, lastError, lastTriedAt } = account;
  const fix = fixOf(account);
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

function fixOf({ id, status, statusReason, connection }: AccountRecord): string {
  if (statusReason === "creator_ended") return `postern calendars accounts update --id ${id}`;
  if (status === "stopped" && connection !== undefined) {
    if (statusReason === "unauthorized")
      return `postern credentials connections rotate --connection ${connection} --secret-file FILE`;
    if (statusReason === "connection_disabled")
      return `postern credentials connections enable --connection ${connection}`;
  }
  return `postern calendars accounts check --id ${id}`;
}
