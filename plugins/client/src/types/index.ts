export type { TypedManifest } from "./manifest.ts";
export { typesOf } from "./types-of.ts";
