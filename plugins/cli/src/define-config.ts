import type { Config } from "./config.ts";

/** A configuration with its types checked as it is written: `export default defineConfig({ … })`. */
export function defineConfig(config: Config): Config {
  return config;
}
