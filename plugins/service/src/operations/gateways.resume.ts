import { defineCommand, omitUndefined, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { AmbiguousGateway, GatewayLost, GatewayNotFound } from "../errors.ts";
import { gatewayResumed } from "../events.ts";
import { gateways } from "../gateways/collection.ts";
import { GatewayName, Member } from "../gateways/schemas.ts";
import { isLost, memberNamed, selfOf, showMember } from "../gateways/show.ts";
import { group } from "../group.ts";

export const gatewaysResume = defineCommand(group, {
  id: "service.gateways.resume",
  summary: "Resume a drained gateway",
  description: "If it is not drained, nothing changes.",
  input: T.Object({ id: GatewayName }),
  output: T.Object({ gateway: described(Member, "The gateway") }),
  errors: [GatewayNotFound, AmbiguousGateway, GatewayLost],
  examples: [{ title: "Resume a gateway", input: { id: "gw_0123456789abcdef01234567" } }],
  async plan({ store, now }, { id }) {
    const record = await memberNamed(store, id, now);
    if (isLost(record, now)) throw GatewayLost({ gateway: record.id, host: record.host });
    return { summary: `Resume gateway ${record.id} on ${record.host}`, id: record.id };
  },
  async undo({ store }, { id }) {
    const record = await store.get(gateways, id);
    return record?.drainedAt === undefined ? undefined : { operation: "service.gateways.drain", input: { id } };
  },
  async execute({ store, now, emit, state, services: { gateway: view } }, { id }) {
    const record = await memberNamed(store, id, now);
    const resumed = omitUndefined({ ...record, drainedAt: undefined, isIdle: undefined });
    if (record.drainedAt !== undefined) {
      await store.put(gateways, resumed);
      emit(gatewayResumed, { gateway: id, host: record.host });
    }
    return { gateway: showMember(resumed, now, selfOf(state, view)) };
  },
});
