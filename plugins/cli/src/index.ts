export { defineConfig } from "./define-config.ts";
export { main } from "./main.ts";
export type { Config, GroupSetting } from "./settings.ts";
