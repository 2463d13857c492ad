import type { Listing } from "../folder/read.ts";
import type { Diagnostic } from "../schemas.ts";
import type { Manifest } from "./manifest.ts";

/** The result of checking a folder. */
export interface CheckResult {
  readonly listing: Listing;
  readonly manifest: Manifest;
  /** Errors first, then by file and line. */
  readonly diagnostics: readonly Diagnostic[];
  readonly hasErrors: boolean;
}
