import type { Reads } from "@postern/core";
import type { Finding } from "@postern/kit/checks";
import type { GatewayRecord } from "./collection.ts";
import { isLost, membersOf } from "./show.ts";

/** How long a gateway may be drained before that is a finding, in milliseconds: longer than an upgrade takes. */
const LONG = 60 * 60_000;
/** How many lost gateways are reported one by one: each pod has a name of its own. */
const MAX_LOST = 10;

const LIST = "postern service gateways list";

/** Gateways that are lost, drained for long although they are needed, or of several versions. */
export async function findingsOfGateways({ store, now }: { readonly store: Reads; readonly now: number }) {
  const all = await membersOf(store);
  const lost = all.filter((one) => isLost(one, now));
  const alive = all.filter((one) => !lost.includes(one));
  return [...findingsOfLost(lost, alive), ...findingsOfDrained(alive, now), ...findingsOfVersions(alive)];
}

function findingsOfLost(lost: readonly GatewayRecord[], alive: readonly GatewayRecord[]): Finding[] {
  const found = lost.slice(0, MAX_LOST).map((one): Finding => {
    const { id, host, reportedAt } = one;
    const work = heldIn(one);
    const claimed = work === "" ? "" : `; it had claimed ${work}`;
    const others = alive.some((other) => other.host === host)
      ? "Others continue its work"
      : "Start it there again: other gateways cannot do work that belongs to that machine";
    return {
      ...{ id: "gateway.lost", severity: "warning", fix: `postern service gateways show --id ${id}` },
      evidence: `Gateway ${id} on ${host} has ended unexpectedly or does not report. Its last report was at ${iso(reportedAt)}${claimed}. ${others}.`,
    };
  });
  const more = lost.length - found.length;
  if (more > 0) {
    const evidence = more === 1 ? "1 more gateway is lost" : `${more} more gateways are lost`;
    found.push({ id: "gateway.lost", severity: "warning", evidence, fix: `${LIST} --state lost` });
  }
  return found;
}

function findingsOfDrained(alive: readonly GatewayRecord[], now: number): Finding[] {
  const isNeeded = alive.every(({ drainedAt }) => drainedAt !== undefined);
  return alive.flatMap((one): Finding[] => {
    const { id, host, drainedAt } = one;
    if (drainedAt === undefined || now - drainedAt < LONG) return [];
    const work = heldIn(one);
    if (!isNeeded && work === "") return [];
    const problem = work === "" ? "no other gateway does its work" : `still has ${work}`;
    const evidence = `Gateway ${id} on ${host} is drained since ${iso(drainedAt)}, and ${problem}. Stop or resume it.`;
    return [
      { id: "gateway.drained", severity: "warning", evidence, fix: `postern service gateways resume --id ${id}` },
    ];
  });
}

function findingsOfVersions(alive: readonly GatewayRecord[]): Finding[] {
  const versions = [...new Set(alive.map(({ version }) => version))].sort();
  if (versions.length < 2) return [];
  const shown = versions.map((version) => {
    const hosts = alive.filter((one) => one.version === version).map(({ host }) => host);
    return `${version} (${[...new Set(hosts)].sort().join(", ")})`;
  });
  const evidence = `Gateways of several versions serve the store: ${shown.join("; ")}. Complete the upgrade.`;
  return [{ id: "gateway.versions", severity: "warning", evidence, fix: LIST }];
}

const heldIn = ({ held }: GatewayRecord): string =>
  Object.entries(held)
    .map(([worker, count]) => `${count} of ${worker}`)
    .join(", ");

const iso = (time: number): string => new Date(time).toISOString();
