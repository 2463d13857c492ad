export { voiceRuntimesClearDefault } from "./voice-runtimes.clear-default.ts";
export { voiceRuntimesSetDefault } from "./voice-runtimes.set-default.ts";
export { voiceRuntimesShow } from "./voice-runtimes.show.ts";
export { voiceRuntimes } from "./voice-runtimes.ts";
