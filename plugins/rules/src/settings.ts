import { type Caller, gatewayErrors } from "@postern/core";
import { limitedBy } from "@postern/kit/access";
import { type Action, assertPermitted, type CheckedAction, checkAction } from "@postern/kit/actions";
import { assertKnownTypes } from "@postern/kit/cloudevents";
import { TypeNotFound } from "./errors.ts";
import type { Executing, Planning } from "./host.ts";
import type { StoredOn, StoredWhen } from "./schemas.ts";
import { watchedIn } from "./watched.ts";

/** What templates of an action may refer to. */
const ROOTS = ["event", "run", "rule"] as const;

interface Given {
  readonly on?: StoredOn | undefined;
  readonly when?: StoredWhen | undefined;
  readonly allowUnknown?: boolean | undefined;
}

/** Checks after which events and when a rule runs. */
export async function checkSettings(ctx: Planning | Executing, { on, when, allowUnknown }: Given): Promise<void> {
  const { services, state } = ctx;
  if (on && !allowUnknown) assertKnownTypes(watchedIn(services.gateway.manifest), on.types, TypeNotFound);
  if (on?.filter) (await state.language()).compile(on.filter);
  const { quietTime } = when ?? {};
  if (quietTime && quietTime.from === quietTime.to) {
    const message = 'must not be the same as "from", or nothing would ever be run';
    throw gatewayErrors.InvalidInput({ issues: [{ path: "/when/quietTime/to", code: "times", message }] });
  }
}

/** Checks that `owner` may run an action. */
export const checkedAction = (
  { services, caller }: Planning | Executing,
  owner: Caller,
  action: Action,
): CheckedAction => checkAction(services.gateway, limitedBy(owner, caller), action, { roots: ROOTS });

/** The same when a rule is planned: also whether the action could run with the rights that it will have. */
export async function planAction(ctx: Planning, owner: Caller, action: Action): Promise<CheckedAction> {
  const checked = checkedAction(ctx, owner, action);
  await assertPermitted(ctx.services.gateway, owner, checked, action);
  return checked;
}

/** The settings of a rule as they are stored: without what is empty. */
export function settingsOf({ on, when }: { readonly on: StoredOn; readonly when?: StoredWhen | undefined }) {
  const { types, filter } = on;
  const isEmpty = !when || Object.keys(when).length === 0;
  return { on: { types, ...(filter && { filter }) }, ...(!isEmpty && { when }) };
}
