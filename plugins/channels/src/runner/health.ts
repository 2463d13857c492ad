import { conditionOf } from "../adapter-condition.ts";
import { type Observation, processOf } from "./observe.ts";
import type { Health } from "./schemas.ts";
import { describeExit } from "./supervise/state.ts";

/** A runner without a report for this many milliseconds is unreachable. */
const SILENT = 10_000;

/** Whether the runner has ended and is being restarted, by its supervisor, on another host or by this process. */
export const isRestarting = ({ claim, supervisor, intent, watch, expectedAt }: Observation): boolean =>
  !claim &&
  (supervisor !== undefined || (intent?.desired === "running" && (watch !== undefined || expectedAt !== undefined)));

/** The health of the runner, with a reason if it is not ready. */
export function healthOf(observation: Observation, now: number, managerStatus?: string): Health {
  const report = observation.claim ? healthOfLive(observation, now) : healthOfAbsent(observation, now, managerStatus);
  return { reachable: false, ...report, checkedAt: now };
}

type HealthReport = Pick<Health, "status" | "reason"> & { readonly reachable?: boolean };

function healthOfLive({ claim, heartbeat, elsewhere }: Observation, now: number): HealthReport {
  // The absolute value, because the clock may have been set back.
  const silence = Math.abs(now - (heartbeat?.at ?? claim?.startedAt ?? now));
  if (silence > SILENT) {
    const where = elsewhere === undefined ? "" : ` on host "${elsewhere}"`;
    const reason = `the process${where} is alive, but last reported ${seconds(silence)} ago`;
    return { status: "unreachable", reason };
  }
  if (!heartbeat) return { status: "starting", reason: "the runner has just started" };
  const { adapters, outbound } = heartbeat;
  const unwell = adapters.filter(({ status }) => status !== "connected" && status !== "disabled");
  const [first] = unwell;
  if (first) {
    const isStarting = unwell.every(({ status }) => status === "starting");
    const others = unwell.length > 1 ? `, and ${unwell.length - 1} more of ${adapters.length} adapters` : "";
    return {
      status: isStarting ? "starting" : "degraded",
      reason: `${first.id} ${conditionOf(first)}${others}`,
      reachable: true,
    };
  }
  if (outbound.enabled && !outbound.consuming) {
    const reason = outbound.lastError?.message ?? "the outbound consumer failed";
    return { status: "degraded", reason: `no messages are sent: ${reason}`, reachable: true };
  }
  return { status: "ready", reachable: true };
}

function healthOfAbsent(observation: Observation, now: number, managerStatus: string | undefined): HealthReport {
  const { intent, state, supervisor } = observation;
  if (supervisor) {
    const own = state?.pid === supervisor.pid ? state : undefined;
    const fault = own?.last && !own.last.isAsked ? `${describeExit(own.last)}, ${times(own.exits)}` : undefined;
    if (own?.status === "ending") return { status: "unreachable", reason: "the runner is being stopped" };
    if (own?.status === "waiting") {
      const wait = seconds(Math.max(0, (own.nextAt ?? now) - now));
      return { status: "unreachable", reason: `${fault}; restarting in ${wait}` };
    }
    return {
      status: "starting",
      reason: fault === undefined ? "the runner is starting" : `restarting after: ${fault}`,
    };
  }
  if (processOf(observation) || managerStatus === "online" || managerStatus === "launching")
    return { status: "starting", reason: "the runner is starting" };
  if (managerStatus !== undefined) return { status: "unreachable", reason: `pm2 reports the status ${managerStatus}` };
  if (intent?.desired === "running") return healthOfMissing(observation, now);
  return {
    status: "stopped",
    reason: intent?.desired === "stopped" ? "the runner was stopped" : "the runner was never started",
  };
}

/** The health of a runner that should run. Only a gateway restarts it together with its supervisor. */
function healthOfMissing({ watch, expectedAt }: Observation, now: number): HealthReport {
  if (expectedAt !== undefined)
    return { status: "unreachable", reason: `the runner on host "${expectedAt}" has ended and may be restarted there` };
  const ended = "the runner and its supervisor have ended unexpectedly";
  if (!watch) return { status: "stopped", reason: `${ended}. A running gateway restarts them.` };
  const { nextAt, trouble } = watch;
  const next = nextAt === undefined ? "restarting" : `restarting in ${seconds(Math.max(0, nextAt - now))}`;
  return {
    status: "unreachable",
    reason: `${trouble === undefined ? ended : `the runner could not be restarted: ${trouble}`}; ${next}`,
  };
}

function seconds(milliseconds: number): string {
  const count = Math.ceil(milliseconds / 1_000);
  return count === 1 ? "1 second" : `${count} seconds`;
}
const times = (count: number): string => (count === 1 ? "once" : `${count} times`);
