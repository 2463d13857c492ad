import type { Manifest } from "./manifest.ts";

/** A rule that no schema can say. */
export interface BrokenRule {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** The rules that a manifest of the right shape breaks. `id` is the name of its folder. */
export function rulesBroken(manifest: Manifest, id: string): BrokenRule[] {
  const { templates, runtime: { cwd } = {}, inputs = {}, checks = [] } = manifest;
  const broken: BrokenRule[] = [];
  const breaks = (path: BrokenRule["path"], code: string, message: string) => broken.push({ path, code, message });

  if (manifest.id !== id) breaks(["id"], "id_mismatch", `id must be ${id}, as the folder is named`);
  if (!("brief" in templates)) {
    breaks(["templates"], "brief_missing", "templates must name a brief: what the agent is told first");
  }
  if (cwd !== undefined && !isBelow(cwd)) {
    breaks(["runtime", "cwd"], "cwd_outside", "cwd must be a folder below the workspace, like packages/site");
  }
  for (const [name, { required, default: value, choices }] of Object.entries(inputs)) {
    if (value === undefined) continue;
    const path = ["inputs", name, "default"];
    if (required) breaks(path, "default_never_used", `${name} is required, so its default is never used; drop one`);
    if (choices && !choices.includes(value)) {
      breaks(path, "default_no_choice", `The default must be one of the choices: ${choices.join(", ")}`);
    }
  }
  checks.forEach(({ id }, at) => {
    const first = checks.findIndex((check) => check.id === id);
    if (first !== at) breaks(["checks", at, "id"], "doubled_check", `Another check is called ${id} too`);
  });
  return broken;
}

/** A path without steps upwards, and without the spellings by which some systems begin anew: `/x`, `C:x`, `\x`. */
const isBelow = (path: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in a path
  !/^\/|[\\:\u0000-\u001f]/.test(path) && !path.split("/").includes("..");
