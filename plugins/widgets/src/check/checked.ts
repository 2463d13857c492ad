import type { Listing } from "../folder/read.ts";
import type { Diagnostic } from "../schemas.ts";
import type { Manifest } from "./manifest.ts";

/** What a folder holds, and what is wrong with it. */
export interface Checked {
  readonly listing: Listing;
  readonly manifest: Manifest;
  /** Errors first, then in order of files and lines. */
  readonly diagnostics: readonly Diagnostic[];
  readonly hasErrors: boolean;
}
