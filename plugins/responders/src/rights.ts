import type { MissingRights } from "@postern/agents/services";
import { covers, type GatewayView } from "@postern/core";
import { MAX_COUNT, responders } from "./collections.ts";

/**
 * The scopes of an agent's responders that a caller could not give a responder of its own. Those of disabled responders
 * count, since they can be enabled later.
 */
export const missingRights =
  (gateway: Pick<GatewayView, "operation">): MissingRights =>
  async ({ store, caller }, agentId) => {
    const { items } = await store.find(responders, { by: "byAgent", prefix: [agentId], limit: MAX_COUNT });
    const scopeOf = (id: string) => gateway.operation(id)?.scope;
    const isHeld = (scope: string) => caller.chain.every((grants) => covers(grants, scope, scopeOf));
    return items.flatMap(({ scopes }) => scopes.filter((scope) => !isHeld(scope)));
  };
