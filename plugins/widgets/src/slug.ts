import { gatewayErrors } from "@postern/core";
import { SLUG_PATTERN } from "./schemas.ts";

const pattern = new RegExp(SLUG_PATTERN);

/**
 * The slug of a widget: the given one, or the folder's name in lowercase, with dashes for spaces, dots and underscores.
 */
export function slugFor(given: string | undefined, folderName: string): string {
  if (given !== undefined) return given;
  const made = folderName
    .toLowerCase()
    .replace(/[\s_.]+/g, "-")
    .replace(/(?<!-)-+$/, "");
  if (pattern.test(made)) return made;
  const message =
    "is required, because the folder's name cannot be used: a slug has lowercase letters, digits and dashes";
  throw gatewayErrors.InvalidInput({ issues: [{ path: "/slug", code: "required", message }] });
}
