import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { AmbiguousGateway, GatewayNotFound } from "../errors.ts";
import { GatewayName, Member } from "../gateways/schemas.ts";
import { memberNamed, selfOf, showMember } from "../gateways/show.ts";
import { group } from "../group.ts";

export const gatewaysShow = defineQuery(group, {
  id: "service.gateways.show",
  summary: "Show a gateway",
  description: "Includes its claimed work and its lag, as of its last report.",
  input: T.Object({ id: GatewayName }),
  output: T.Object({ gateway: described(Member, "The gateway") }),
  errors: [GatewayNotFound, AmbiguousGateway],
  examples: [{ title: "Show a gateway", input: { id: "gw_0123456789abcdef01234567" } }],
  run: async ({ store, now, state, services: { gateway: view } }, { id }) => ({
    gateway: showMember(await memberNamed(store, id, now), now, selfOf(state, view)),
  }),
});
