import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { confirm } from "../confirm.ts";
import { assertInitialised } from "../data-folder.ts";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { gatewayLog } from "../log/log-files.ts";
import { runningGateway } from "../running.ts";
import type { Settings } from "../settings.ts";
import { isInMemory } from "../store.ts";
import { gatewayProgram } from "../unit/gateway-program.ts";
import {
  isReachable,
  runSteps,
  type ServiceManager,
  serviceManager,
  shownStep,
  stateOf,
} from "../unit/service-control.ts";
import { MARK } from "../unit/systemd-unit.ts";
import { stopRunner } from "./runner-stop.ts";

export interface ServiceFlags {
  name: string;
  store?: string;
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}

/** Writes the file of a service that runs the gateway, and starts it if the service manager can be reached. */
export async function installService(settings: Settings, flags: ServiceFlags, io: Io): Promise<ExitCode> {
  if (isInMemory(settings))
    throw new Refusal("A gateway in memory cannot be a service: it loses its data at each restart");
  const manager = serviceManager(flags.name, io);
  const text = manager.unit(gatewayProgram(settings, flags.store, io));
  if (flags.dryRun) {
    io.out(text);
    return Exit.done;
  }
  assertInitialised(settings);
  const before = contentOf(manager.path);
  if (before !== undefined && before !== text && !flags.yes)
    await confirm(`${manager.path} has other content, which is replaced.`, "--yes", io);
  mkdirSync(dirname(manager.path), { recursive: true });
  writeFileSync(manager.path, text, { mode: 0o600 });
  io.note(before === text ? `${manager.path} is up to date\n` : `Wrote ${manager.path}\n`);
  await startService(manager, settings, io);
  return Exit.done;
}

async function startService(manager: ServiceManager, { data }: Settings, io: Io): Promise<void> {
  const steps = [...manager.reload, ...manager.enable, ...manager.start];
  const listed = steps.map((step) => `  ${shownStep(step)}\n`).join("");
  if (!(await isReachable(manager))) {
    io.note(`The service manager of your user is not available here. In your own login session, run:\n${listed}`);
    return;
  }
  const state = await stateOf(manager);
  const running = runningGateway(data);
  if (running && state !== "active" && state !== "loaded") {
    io.note(`A gateway already serves ${data} (process ${running.pid}). Stop it, then run:\n${listed}`);
    return;
  }
  // launchd loads a changed file only after the old one is gone.
  if (state === "loaded") await runSteps(manager.disable);
  await runSteps(steps);
  io.note(`The service is started. Its log is ${gatewayLog(data)}: "postern logs --follow". ${manager.advice}\n`);
}

/** Stops and removes the service. The data folder stays. */
export async function uninstallService(settings: Settings, { name, yes }: ServiceFlags, io: Io): Promise<ExitCode> {
  const manager = serviceManager(name, io);
  const text = contentOf(manager.path);
  if (text === undefined) throw new Refusal(`No service found: ${manager.path} does not exist`, Exit.failed);
  if (!text.includes(MARK) && !yes)
    await confirm(`${manager.path} was not written by "postern service install". Remove it?`, "--yes", io);
  const reachable = await isReachable(manager);
  if (reachable) await runSteps(manager.disable);
  rmSync(manager.path);
  if (reachable) await runSteps(manager.reload);
  else
    io.note(
      `The service manager of your user is not available here. If the service runs, run "${manager.disable.map(shownStep).join("; ")}".\n`,
    );
  if (!runningGateway(settings.data)) await stopRunner(settings);
  io.note(`Removed ${manager.path}. The data folder ${settings.data} is not changed.\n`);
  return Exit.done;
}

/** Shows the file of the service, whether it matches the settings, and its state. */
export async function showUnit(settings: Settings, flags: ServiceFlags, io: Io): Promise<ExitCode> {
  const manager = serviceManager(flags.name, io);
  const text = contentOf(manager.path);
  const isCurrent = text === manager.unit(gatewayProgram(settings, flags.store, io));
  const state = (await isReachable(manager))
    ? await stateOf(manager)
    : "unknown: the service manager cannot be reached";
  const shown = {
    path: manager.path,
    file: text === undefined ? "not installed" : isCurrent ? "up to date" : "differs from the current settings",
    state,
    log: gatewayLog(settings.data),
  };
  if (flags.json) io.out(`${JSON.stringify(shown)}\n`);
  else for (const [name, value] of Object.entries(shown)) io.out(`${name}: ${value}\n`);
  return text === undefined ? Exit.failed : Exit.done;
}

const contentOf = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, "utf8") : undefined);
