import type { Config } from "./config-settings.ts";

/** Type-checks a configuration: `export default defineConfig({ … })`. */
export function defineConfig(config: Config): Config {
  return config;
}
