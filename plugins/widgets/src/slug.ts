import { gatewayErrors } from "@postern/core";
import { SLUG_PATTERN } from "./schemas.ts";

const pattern = new RegExp(SLUG_PATTERN);

/** The slug that a widget is published under: the one that is given, or its folder's name with capitals, spaces and underscores put right. */
export function slugFor(given: string | undefined, folderName: string): string {
  if (given !== undefined) return given;
  const made = folderName
    .toLowerCase()
    .replace(/[\s_.]+/g, "-")
    .replace(/(?<!-)-+$/, "");
  if (pattern.test(made)) return made;
  const message = "must be given: the folder's name is none, for it takes small letters, digits and dashes";
  throw gatewayErrors.InvalidInput({ issues: [{ path: "/slug", code: "required", message }] });
}
