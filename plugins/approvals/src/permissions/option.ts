import type { Permission } from "@postern/agentx/services";
import { gatewayErrors } from "@postern/core";
import type { ApprovalRecord } from "../collections.ts";
import { OptionMissing } from "../errors.ts";
import type { RequestPlan } from "./request.ts";

type Option = Permission["options"][number];

/** The kinds of options in the Agent Client Protocol that a decision chooses by itself. */
const ONCE = { approve: "allow_once", deny: "reject_once" } as const;

/** The option of a permission request that a decision chooses, by default the one for this time only. */
export function optionFor(record: ApprovalRecord, decision: "approve" | "deny", given?: string): Option {
  const { options } = record.plan as RequestPlan;
  if (given === undefined) {
    const once = options.find(({ kind }) => kind === ONCE[decision]);
    if (once) return once;
    throw OptionMissing({ id: record.id, decision, options: options.map(({ option, name }) => `${option} (${name})`) });
  }
  const allowing = options.filter((one) => !isRejecting(one));
  const chosen = allowing.find(({ option }) => option === given);
  if (chosen) return chosen;
  const names = allowing.map(({ option }) => option).join(", ");
  throw refused(`must be one of the options that allow it: ${names}. To reject it, deny the approval`);
}

export const isRejecting = ({ kind }: Option): boolean => kind?.startsWith("reject") ?? false;

/** Only permission requests have options. */
export function assertNoOption(option: string | undefined): void {
  if (option !== undefined) throw refused("must be left out: only a permission request has options");
}

const refused = (message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path: "/option", code: "option", message }] });
