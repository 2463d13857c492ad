import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { listOf, listSource } from "@postern/kit/paging";
import { GatewayState, Member } from "../gateways/schemas.ts";
import { membersOf, selfOf, showMember, stateOf } from "../gateways/show.ts";
import { group } from "../group.ts";

const Members = listOf("gateways", Member, {
  id: "id",
  host: "plain",
  state: "status",
  version: ["plain", 1],
  startedAt: ["ago", 1],
  reportedAt: ["ago", 2],
  lag: ["plain", 2],
});

export const gatewaysList = defineQuery(group, {
  id: "service.gateways.list",
  summary: "List the gateways that serve the store",
  description:
    "Several gateways can share a store in PostgreSQL. Lost gateways are shown for a day; others continue their work within ten seconds.",
  input: T.Object({ state: T.Optional(described(GatewayState, "Only gateways in this state")), ...Members.fields }),
  output: Members.output,
  examples: [
    { title: "All gateways", input: {} },
    { title: "Gateways that were lost", input: { state: "lost", fields: "id,host,reportedAt" } },
  ],
  async run({ store, now, state, services: { gateway: view } }, input) {
    const all = await membersOf(store);
    const found = all.filter((one) => input.state === undefined || stateOf(one, now) === input.state);
    return Members.answer(input, listSource(found), (one) => showMember(one, now, selfOf(state, view)));
  },
});
