/** Kinds of a thing that plugins provide: each has a configuration of its own, and perhaps a secret. */
export { type ConfigField, configFields } from "./config-fields.ts";
export { createKinds, type Kind, type Kinds } from "./kinds.ts";
