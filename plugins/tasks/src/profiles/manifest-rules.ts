import type { Manifest } from "./manifest.ts";

/** A violation of a rule that the schema cannot express. */
export interface BrokenRule {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** Checks a manifest that matches the schema. `id` is the name of its folder. */
export function brokenRules(manifest: Manifest, id: string): BrokenRule[] {
  const { templates, runtime: { cwd } = {}, inputs = {}, checks = [] } = manifest;
  const broken: BrokenRule[] = [];
  const breaks = (path: BrokenRule["path"], code: string, message: string) => broken.push({ path, code, message });

  if (manifest.id !== id) breaks(["id"], "id_mismatch", `id must be "${id}", the name of the folder`);
  if (!("brief" in templates)) {
    breaks(["templates"], "brief_missing", "templates must include brief, the first text the agent receives");
  }
  if (cwd !== undefined && !isBelow(cwd)) {
    breaks(["runtime", "cwd"], "cwd_outside", "cwd must be a folder below the workspace, for example packages/site");
  }
  for (const [name, { required, default: value, choices }] of Object.entries(inputs)) {
    if (value === undefined) continue;
    const path = ["inputs", name, "default"];
    if (required)
      breaks(path, "default_never_used", `${name} is required, so its default is never used; remove one of them`);
    if (choices && !choices.includes(value)) {
      breaks(path, "default_no_choice", `default must be one of the choices: ${choices.join(", ")}`);
    }
  }
  checks.forEach(({ id }, at) => {
    const first = checks.findIndex((check) => check.id === id);
    if (first !== at) breaks(["checks", at, "id"], "doubled_check", `Another check already has the id "${id}"`);
  });
  return broken;
}

/** A relative path without `..`, and without absolute forms of any system: `/x`, `C:x`, `\x`. */
const isBelow = (path: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are not allowed in a path
  !/^\/|[\\:\u0000-\u001f]/.test(path) && !path.split("/").includes("..");
