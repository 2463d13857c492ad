import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { suggest } from "@postern/core";
import { applyEdits, modify } from "jsonc-parser";
import type { GlobalFlags } from "../args.ts";
import { type ConfigFile, loadConfig } from "../config.ts";
import { assertRunnable } from "../config-check.ts";
import { type Config, isObject } from "../config-settings.ts";
import { configTarget } from "../config-target.ts";
import { confirm } from "../confirm.ts";
import { effectsOfDisabling } from "../disabled-effects.ts";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import { groupState } from "../group-state.ts";
import { isPlugin } from "../groups.ts";
import type { Io } from "../io.ts";
import { FIRST_PARTY } from "../packages.ts";
import { runningGateway } from "../running.ts";
import { readSettings } from "../settings.ts";

/** Enables or disables a group in the configuration file, which is created if there is none. */
export async function switchGroup(
  group: string,
  enable: boolean,
  flags: GlobalFlags,
  options: { global?: boolean; yes?: boolean },
  io: Io,
): Promise<ExitCode> {
  const file = configTarget(flags, options, io);
  const isNew = !existsSync(file.path);
  if (isNew && file.place === "named") throw new Refusal(`The configuration file ${file.path} does not exist`);
  const config = isNew ? {} : await loadConfig(file, io.cwd);
  const state = groupState(group, config);
  if (!state && !enable) throw unknownGroup(group);
  const done = enable ? "enabled" : "disabled";
  if (state?.isEnabled === enable) {
    io.note(`The group "${group}" is already ${done}\n`);
    return Exit.done;
  }
  const next: Config = { ...config, plugins: { ...config.plugins, [group]: enable } };
  await assertRunnable(next, flags, io).catch((error: unknown) => {
    throw error instanceof Refusal && error.message.startsWith("Unknown group") ? unknownGroup(group) : error;
  });
  if (!file.path.endsWith(".json")) throw new Refusal(editByHand(group, enable, file), Exit.failed);
  const setting = config.plugins?.[group];
  if (!enable && isObject(setting) && !isPlugin(setting) && Object.keys(setting).length > 0 && !options.yes)
    await confirm(`This removes the configuration of "${group}" from ${file.path}.`, "--yes", io);
  write(file, withGroup(isNew ? "{}\n" : readFileSync(file.path, "utf8"), group, enable));
  const running = runningGateway((await readSettings(flags, io)).data);
  const restart = running ? ` Restart the gateway (process ${running.pid}) to apply it.` : "";
  const effects = enable ? "" : effectsOfDisabling(group);
  io.note(`The group "${group}" is ${done} in ${file.path}.${restart}\n${effects && `Without it: ${effects}\n`}`);
  return Exit.done;
}

function unknownGroup(group: string): Refusal {
  const [nearest] = suggest(group, FIRST_PARTY);
  const hint = nearest === undefined ? ` Available groups: ${FIRST_PARTY.join(", ")}.` : ` Did you mean "${nearest}"?`;
  return new Refusal(`Unknown group "${group}".${hint}`);
}

/** The text of a JSON file with the group's setting. Everything else keeps its format. */
function withGroup(text: string, group: string, enable: boolean): string {
  const [indent = "  "] = /^[ \t]+(?=")/m.exec(text) ?? [];
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const formattingOptions = { insertSpaces: !indent.startsWith("\t"), tabSize: indent.length, eol };
  return applyEdits(text, modify(text, ["plugins", group], enable, { formattingOptions }));
}

/** A program cannot change code reliably. */
const editByHand = (group: string, enable: boolean, { path }: ConfigFile): string =>
  `${path} is code, which this command does not change. Add this line to its plugins:\n\n  ${JSON.stringify(group)}: ${enable},\n`;

/** Keeps the mode of the file. A reader sees the old content or the new, never a part. */
function write({ path }: ConfigFile, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const mode = existsSync(path) ? statSync(path).mode & 0o777 : 0o600;
  const next = `${path}.${process.pid}`;
  writeFileSync(next, text, { mode });
  renameSync(next, path);
}
