export type { Config, GroupSetting } from "./config.ts";
export { defineConfig } from "./define-config.ts";
export { main } from "./main.ts";
