import { defineCommand, T } from "@postern/core";
import { described, endsLater } from "@postern/kit/fields";
import { AmbiguousGateway, GatewayLost, GatewayNotFound } from "../errors.ts";
import { gatewayDrained } from "../events.ts";
import { gateways } from "../gateways/collection.ts";
import { GatewayName, Member } from "../gateways/schemas.ts";
import { hasOthers, isLost, memberNamed, selfOf, showMember } from "../gateways/show.ts";
import { group } from "../group.ts";

export const gatewaysDrain = defineCommand(group, {
  id: "service.gateways.drain",
  summary: "Drain a gateway: hand its work to the others",
  description:
    "It finishes its work, claims no new work, ends its event streams so that clients connect again, and answers " +
    "503 to `GET /readyz`, so that a balancer sends no new requests. It still answers calls, until you stop it or resume it. " +
    "If no other gateway serves the store, the plan says so, and is executed only if you ask for it.",
  dryRunByDefault: (_input, plan) => "isLast" in plan,
  input: T.Object({ id: GatewayName }),
  output: endsLater(T.Object({ gateway: described(Member, "The gateway") }), {
    what: "gateway",
    query: "service.gateways.show",
    input: { id: "gateway.id" },
    state: "gateway.state",
    good: ["drained"],
    bad: ["lost"],
  }),
  errors: [GatewayNotFound, AmbiguousGateway, GatewayLost],
  examples: [{ title: "Drain a gateway before an upgrade", input: { id: "gw_0123456789abcdef01234567" } }],
  async plan({ store, now }, { id }) {
    const record = await memberNamed(store, id, now);
    if (isLost(record, now)) throw GatewayLost({ gateway: record.id, host: record.host });
    const summary = `Drain gateway ${record.id} on ${record.host}`;
    if (record.drainedAt !== undefined || (await hasOthers(store, record.id, now))) return { summary, id: record.id };
    const alone =
      "No other gateway serves this store: nothing works on its queues, events and schedules until you resume it";
    return { summary: `${summary}. ${alone}`, id: record.id, isLast: true };
  },
  async undo({ store }, { id }) {
    const record = await store.get(gateways, id);
    return record?.drainedAt === undefined ? { operation: "service.gateways.resume", input: { id } } : undefined;
  },
  async execute({ store, now, emit, state, services: { gateway: view } }, { id }) {
    const record = await memberNamed(store, id, now);
    if (record.drainedAt === undefined) {
      await store.put(gateways, { ...record, drainedAt: now });
      emit(gatewayDrained, { gateway: id, host: record.host });
    }
    return { gateway: showMember({ ...record, drainedAt: record.drainedAt ?? now }, now, selfOf(state, view)) };
  },
});
