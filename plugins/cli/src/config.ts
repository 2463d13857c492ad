import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { loadConfig as load } from "c12";
import { UsageError } from "./exit.ts";
import type { Config } from "./settings.ts";

const NAMES = ["postern.config.ts", "postern.config.js", "postern.config.mjs", "postern.config.json"];

const TYPES: Readonly<Record<keyof Config, (value: unknown) => boolean>> = {
  plugins: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  data: (value) => typeof value === "string",
  store: (value) => typeof value === "string",
  host: (value) => typeof value === "string",
  port: (value) => Number.isInteger(value),
  public: (value) => typeof value === "boolean",
  hosts: isTexts,
  origins: isTexts,
  trustedProxy: (value) => typeof value === "boolean",
  gateway: (value) => typeof value === "string",
};

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/**
 * Reads `postern.config.ts`, `.js` or `.json` of the current folder, or the file that was named. A file of code is run:
 * it has the rights of whoever runs the command.
 */
export async function loadConfig(file: string | undefined, cwd: string): Promise<Config> {
  const path = file === undefined ? NAMES.map((name) => resolve(cwd, name)).find(existsSync) : resolve(cwd, file);
  if (path === undefined) return {};
  if (!existsSync(path)) throw new UsageError(`There is no configuration file ${file}`);
  const { config } = await load<Record<string, unknown>>({
    cwd,
    configFile: path,
    rcFile: false,
    globalRc: false,
    packageJson: false,
    dotenv: false,
    envName: false,
    extend: false,
  }).catch((error: unknown) => {
    throw new UsageError(`The configuration file cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  for (const [name, value] of Object.entries(config ?? {})) {
    const fits = TYPES[name as keyof Config];
    if (!fits)
      throw new UsageError(`The configuration has no setting ${name}; there are ${Object.keys(TYPES).join(", ")}`);
    if (!fits(value)) throw new UsageError(`The setting ${name} of the configuration has a value of the wrong kind`);
  }
  return (config ?? {}) as Config;
}
