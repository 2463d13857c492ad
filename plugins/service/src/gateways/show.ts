import type { GatewayView, Reads, Static } from "@postern/core";
import { processStatus } from "@postern/core/process";
import { AmbiguousGateway, GatewayNotFound } from "../errors.ts";
import type { State } from "../group.ts";
import { type GatewayRecord, gateways } from "./collection.ts";
import type { Member } from "./schemas.ts";

/** Far more than a store can serve. */
const MAX_MEMBERS = 500;

/** The gateway that answers. */
interface Self {
  readonly id: string | undefined;
  held(): Readonly<Record<string, number>>;
}

export const selfOf = (state: State, { held }: Pick<GatewayView, "held">): Self => ({ id: state.self, held });

/** All gateways of the store, the newest first. */
export async function membersOf(store: Reads): Promise<GatewayRecord[]> {
  const { items } = await store.find(gateways, { limit: MAX_MEMBERS });
  return items.sort((left, right) => right.startedAt - left.startedAt);
}

/** The gateway with this id, or the only one on this host. Throws if there is none, or several. */
export async function memberNamed(store: Reads, name: string, now: number): Promise<GatewayRecord> {
  const all = await membersOf(store);
  const found = all.find(({ id }) => id === name);
  if (found) return found;
  const here = all.filter(({ host }) => host === name);
  const [only, ...others] = here.length > 1 ? here.filter((one) => !isLost(one, now)) : here;
  if (!only) throw GatewayNotFound({ gateway: name, hosts: [...new Set(all.map(({ host }) => host))] });
  if (others.length > 0) throw AmbiguousGateway({ host: name, ids: [only, ...others].map(({ id }) => id) });
  return only;
}

/** Whether a gateway has ended without saying so, as far as that can be seen from here, or does not report. */
export const isLost = (record: GatewayRecord, now: number): boolean =>
  record.until <= now || processStatus(record as Required<GatewayRecord>) === "gone";

/** Whether another gateway takes part in the work. */
export const hasOthers = async (store: Reads, id: string, now: number): Promise<boolean> =>
  (await membersOf(store)).some((one) => one.id !== id && one.drainedAt === undefined && !isLost(one, now));

export function stateOf(record: GatewayRecord, now: number): Static<typeof Member>["state"] {
  if (isLost(record, now)) return "lost";
  if (record.drainedAt === undefined) return "running";
  return record.isIdle ? "drained" : "draining";
}

export const showMember = (record: GatewayRecord, now: number, { id: self, held }: Self): Static<typeof Member> => ({
  id: record.id,
  host: record.host,
  state: stateOf(record, now),
  version: record.version,
  startedAt: record.startedAt,
  reportedAt: record.reportedAt,
  lag: record.lag,
  held: Object.entries(record.id === self ? held() : record.held).map(([worker, count]) => ({ worker, count })),
  pid: record.pid,
  isSelf: record.id === self,
});
