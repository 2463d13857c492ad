import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import { runProgram } from "@postern/core/process";
import { Exit, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import type { GatewayProgram } from "./gateway-program.ts";
import { launchdAgent } from "./launchd-agent.ts";
import { systemdUnit } from "./systemd-unit.ts";

type Step = readonly [program: string, ...args: string[]];

/** The service manager of this system: where its files are, and its commands. */
export interface ServiceManager {
  readonly path: string;
  unit(program: GatewayProgram): string;
  /** Succeeds if the manager can be reached: in a container there is none. */
  readonly probe: Step;
  readonly reload: readonly Step[];
  readonly enable: readonly Step[];
  /** Starts it now, or again with a changed file. */
  readonly start: readonly Step[];
  readonly disable: readonly Step[];
  readonly state: Step;
  /** Advice after it was enabled. */
  readonly advice: string;
}

export function serviceManager(name: string, io: Io, platform: NodeJS.Platform = process.platform): ServiceManager {
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(name))
    throw new Refusal(
      `The name of a service must be lowercase letters, digits and dashes, not ${JSON.stringify(name)}`,
    );
  if (platform === "linux") return systemd(name, io);
  if (platform === "darwin") return launchd(name);
  throw new Refusal(`Services are supported with systemd and launchd, not on ${platform}`, Exit.failed);
}

function systemd(name: string, { env }: Io): ServiceManager {
  const control = (...args: string[]): Step => ["systemctl", "--user", ...args];
  const unit = `${name}.service`;
  return {
    path: join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "systemd", "user", unit),
    unit: systemdUnit,
    probe: control("show-environment"),
    reload: [control("daemon-reload")],
    enable: [control("enable", unit)],
    start: [control("restart", unit)],
    disable: [control("disable", "--now", unit)],
    state: control("is-active", unit),
    advice: 'To start it with the machine, before you log in, run "loginctl enable-linger".',
  };
}

function launchd(name: string): ServiceManager {
  const label = `postern.${name}`;
  const path = join(homedir(), "Library", "LaunchAgents", `${label}.plist`);
  const domain = `gui/${userInfo().uid}`;
  return {
    path,
    unit: (program) => launchdAgent(label, program),
    probe: ["launchctl", "print", domain],
    reload: [],
    enable: [["launchctl", "bootstrap", domain, path]],
    // A loaded agent starts at once.
    start: [],
    disable: [["launchctl", "bootout", `${domain}/${label}`]],
    state: ["launchctl", "print", `${domain}/${label}`],
    advice: "It starts when you log in.",
  };
}

const TIMEOUT = 90_000;

export const shownStep = (step: Step): string => step.join(" ");

export async function isReachable({ probe }: ServiceManager): Promise<boolean> {
  const [program, ...args] = probe;
  return (await runProgram(program, args, { timeout: TIMEOUT })).code === 0;
}

/** Runs the commands of a service manager, up to the first that fails. */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const [program, ...args] = step;
    const { code, err } = await runProgram(program, args, { timeout: TIMEOUT });
    if (code !== 0) throw new Refusal(`"${shownStep(step)}" failed: ${err.trim() || `exit code ${code}`}`, Exit.failed);
  }
}

/** What the service manager says about the service, in a word. */
export async function stateOf({ state }: ServiceManager): Promise<string> {
  const [program, ...args] = state;
  const { code, out } = await runProgram(program, args, { timeout: TIMEOUT });
  if (program === "launchctl") return code === 0 ? "loaded" : "not loaded";
  return out.trim() || "unknown";
}
