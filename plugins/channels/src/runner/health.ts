import type { AdapterState } from "../schemas.ts";
import type { Health } from "./schemas.ts";
import { processOf, type Seen } from "./seen.ts";
import { wordsOf } from "./supervise/state.ts";

/** After so long without a word a runner counts as unreachable, in milliseconds. */
const SILENT = 10_000;

/** How the runner is doing, and why it is not ready where it is not. `kept` is what pm2 says of it, where that keeps it. */
export function healthOf(seen: Seen, now: number, kept?: string): Health {
  const told = seen.claim ? ofLiving(seen, now) : ofAbsent(seen, now, kept);
  return { reachable: false, ...told, checkedAt: now };
}

type Told = Pick<Health, "status" | "reason"> & { readonly reachable?: boolean };

function ofLiving({ claim, beat }: Seen, now: number): Told {
  // A clock that was set back makes no runner silent.
  const silence = Math.abs(now - (beat?.at ?? claim?.startedAt ?? now));
  if (silence > SILENT) {
    return { status: "unreachable", reason: `its process lives, but was last heard of ${seconds(silence)} ago` };
  }
  if (!beat) return { status: "starting", reason: "it has only just begun" };
  const { adapters, outbound } = beat;
  const unwell = adapters.filter(({ status }) => status !== "connected" && status !== "disabled");
  const [first] = unwell;
  if (first) {
    const isStarting = unwell.every(({ status }) => status === "starting");
    const others = unwell.length > 1 ? `, and ${unwell.length - 1} more of ${adapters.length}` : "";
    return { status: isStarting ? "starting" : "degraded", reason: `${inWords(first)}${others}`, reachable: true };
  }
  if (outbound.enabled && !outbound.consuming) {
    const reason = outbound.lastError?.message ?? "what is written is not taken up";
    return { status: "degraded", reason: `nothing goes out: ${reason}`, reachable: true };
  }
  return { status: "ready", reachable: true };
}

const inWords = ({ id, status, reason }: AdapterState): string =>
  `${id} is ${status}${reason === undefined ? "" : `: ${reason}`}`;

function ofAbsent(seen: Seen, now: number, kept: string | undefined): Told {
  const { wish, state, supervisor } = seen;
  if (supervisor) {
    const own = state?.pid === supervisor.pid ? state : undefined;
    const fault = own?.last && !own.last.isAsked ? `${wordsOf(own.last)}, ${times(own.exits)} so far` : undefined;
    if (own?.status === "ending") return { status: "unreachable", reason: "it is being stopped" };
    if (own?.status === "waiting") {
      const wait = seconds(Math.max(0, (own.nextAt ?? now) - now));
      return { status: "unreachable", reason: `${fault}; it is started again in ${wait}` };
    }
    return {
      status: "starting",
      reason: fault === undefined ? "it is being started" : `it begins anew after ${fault}`,
    };
  }
  if (processOf(seen) || kept === "online" || kept === "launching")
    return { status: "starting", reason: "it is being started" };
  if (kept !== undefined) return { status: "unreachable", reason: `pm2 says that it is ${kept}` };
  if (wish?.desired === "running") {
    const reason =
      "neither it nor what keeps it up is alive, though it is to run: a gateway that serves starts it again";
    return { status: "stopped", reason };
  }
  return { status: "stopped", reason: wish?.desired === "stopped" ? "it was stopped" : "it was never started" };
}

const seconds = (milliseconds: number): string => `${Math.ceil(milliseconds / 1_000)} s`;
const times = (count: number): string => (count === 1 ? "once" : `${count} times`);
