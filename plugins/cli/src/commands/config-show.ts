import type { GlobalFlags } from "../args.ts";
import { shownBlobs } from "../blob-place.ts";
import type { Config } from "../config-settings.ts";
import { isObject, settingNames } from "../config-settings.ts";
import { variableFor } from "../environment.ts";
import { Exit, type ExitCode } from "../exit.ts";
import { groupState } from "../group-state.ts";
import { isPlugin } from "../groups.ts";
import type { Io } from "../io.ts";
import { plain } from "../output/plain.ts";
import { FIRST_PARTY } from "../packages.ts";
import { savedKey } from "../saved-keys.ts";
import { readSettings, type Settings } from "../settings.ts";
import { shownStore } from "../store.ts";

const FLAGS: Readonly<Record<string, string>> = {
  data: "--data",
  gateway: "--gateway",
  store: "--store",
  blobs: "--blobs",
};
const DEFAULTS: Readonly<Record<string, unknown>> = {
  host: "127.0.0.1",
  journal: { age: 2_592_000_000, bytes: 536_870_912 },
};

interface Shown {
  readonly name: string;
  readonly value: unknown;
  readonly source: string;
}

/** Shows the settings in use and where each comes from. Keys, passwords and the configuration of groups are not shown. */
export async function showConfig(flags: GlobalFlags, { json }: { json?: boolean }, io: Io): Promise<ExitCode> {
  const settings = await readSettings(flags, io);
  const place = settings.configFile?.path;
  const shown = { file: place ?? null, settings: settingsIn(settings, flags, io), groups: groupsIn(settings) };
  if (json) {
    io.out(`${JSON.stringify(shown)}\n`);
    return Exit.done;
  }
  const values = shown.settings.map(({ name, value, source }) => [name, textOf(value), source]);
  io.out(`Configuration file: ${plain(place ?? "none")}\n\n${columns([["setting", "value", "source"], ...values])}\n`);
  const groups = shown.groups.map(({ name, state, source, configured }) => [
    ...[name, state, source],
    configured.length > 0 ? `configures ${configured.join(", ")}` : "",
  ]);
  io.out(columns([["group", "state", "source", ""], ...groups]));
  return Exit.done;
}

function settingsIn(settings: Settings, flags: GlobalFlags, io: Io): Shown[] {
  const shown = settingNames
    .filter((name) => name !== "plugins")
    .map((name) => ({ name, value: effectiveValue(settings, name), source: sourceOf(name, settings, flags, io) }));
  const { token, home, data } = settings;
  const saved = savedKey(home, data) === undefined ? "none" : `saved in ${home}`;
  const key = token === undefined ? saved : "POSTERN_TOKEN";
  return [...shown, { name: "key", value: key === "none" ? null : "(not shown)", source: key }];
}

function effectiveValue(settings: Settings, name: keyof Config): unknown {
  const value = shownPlace(settings, name) ?? settings[name] ?? DEFAULTS[name] ?? null;
  return typeof value === "string" ? withoutPassword(value) : value;
}

function shownPlace(settings: Settings, name: keyof Config): string | undefined {
  if (name === "store") return shownStore(settings);
  return name === "blobs" ? shownBlobs(settings) : undefined;
}

function sourceOf(name: keyof Config, { configFile, inFile }: Settings, flags: GlobalFlags, { env }: Io): string {
  const flag = FLAGS[name];
  if (flag !== undefined && flags[name as keyof GlobalFlags] !== undefined) return flag;
  const variable = variableFor(name, env);
  if (variable !== undefined) return variable;
  return configFile && inFile.includes(name) ? configFile.path : "default";
}

function groupsIn(settings: Settings) {
  const { plugins = {}, configFile } = settings;
  const names = [...FIRST_PARTY, ...Object.keys(plugins).filter((name) => !FIRST_PARTY.includes(name))];
  return names.map((name) => {
    const setting = plugins[name];
    const state = groupState(name, settings);
    return {
      name,
      state: state?.isEnabled ? "enabled" : "disabled",
      source: state?.isConfigured ? (configFile?.path ?? "") : "default",
      // Values may be secrets of plugins that this program does not know.
      configured: isObject(setting) && !isPlugin(setting) ? Object.keys(setting) : [],
    };
  });
}

/** A URL without its user name, password and secret parameters. */
const withoutPassword = (text: string): string =>
  text
    .replace(/\/\/[^/@\s]*@/g, "//[redacted]@")
    .replace(/([?&][^=&]*(?:pass|token|secret|key)[^=&]*=)[^&]*/gi, "$1[redacted]");

const textOf = (value: unknown): string =>
  value === null ? "-" : typeof value === "string" ? value : JSON.stringify(value);

/** Rows with aligned columns. Nothing is cut, so that a path can be copied. */
function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => plain(row[at] ?? "").length))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, at) => plain(cell).padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}
