export type { Config, GroupSetting } from "./config-settings.ts";
export { defineConfig } from "./define-config.ts";
export { main } from "./main.ts";
