import { type LocatedFault, locateFaults } from "./fault.ts";
import type { Folder } from "./folder.ts";
import { MAX_FILES, MAX_MANIFEST, MAX_TEMPLATE } from "./limits.ts";
import { MANIFEST_FILE, type Manifest } from "./manifest.ts";
import { isFile } from "./names.ts";
import { placeholdersOf } from "./placeholders.ts";
import { readManifest } from "./read-manifest.ts";
import type { Diagnostic } from "./schemas.ts";
import { readTemplate, type Template } from "./template.ts";

/** A template that was read. `text` is absent if the file is unreadable, `parts` if the template is invalid. */
export interface Inspected {
  readonly role: string;
  readonly file: string;
  readonly text?: string;
  readonly parts?: Template;
}

/** The manifest of a profile, which is absent if there are errors. */
export async function inspectManifest(folder: Folder): Promise<{ manifest?: Manifest; diagnostics: Diagnostic[] }> {
  const found = await folder.read(MANIFEST_FILE, MAX_MANIFEST);
  if ("fault" in found) return { diagnostics: [diagnosticOf(folder, MANIFEST_FILE, found.fault)] };
  const { manifest, faults } = readManifest(found.text, folder.id);
  const diagnostics = locateFaults(found.text, faults).map((fault) => diagnosticOf(folder, MANIFEST_FILE, fault));
  return { ...(manifest && { manifest }), diagnostics };
}

/** The templates of a profile, in the order of the manifest. */
export async function inspectTemplates(
  folder: Folder,
  manifest: Manifest,
): Promise<{ templates: Inspected[]; diagnostics: Diagnostic[] }> {
  const known = placeholdersOf(manifest);
  const templates: Inspected[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [role, file] of Object.entries(manifest.templates)) {
    const found = await folder.read(file, MAX_TEMPLATE);
    if ("fault" in found) {
      diagnostics.push(diagnosticOf(folder, file, found.fault));
      templates.push({ role, file });
      continue;
    }
    const { template, faults } = readTemplate(found.text, known);
    diagnostics.push(...locateFaults(found.text, faults).map((fault) => diagnosticOf(folder, file, fault)));
    templates.push({ role, file, text: found.text, ...(faults.length === 0 && { parts: template }) });
  }
  return { templates, diagnostics };
}

/** All problems of a profile, including unused files and inputs. */
export async function inspect(folder: Folder): Promise<Diagnostic[]> {
  const { manifest, diagnostics } = await inspectManifest(folder);
  if (!manifest) return diagnostics;
  const { templates, diagnostics: inTemplates } = await inspectTemplates(folder, manifest);
  const unused = [...(await unusedFiles(folder, manifest)), ...unusedInputs(manifest, templates)];
  return [...diagnostics, ...inTemplates, ...unused.map(({ file, ...fault }) => diagnosticOf(folder, file, fault))];
}

async function unusedFiles(folder: Folder, { templates }: Manifest): Promise<(LocatedFault & { file: string })[]> {
  const used = Object.values(templates);
  const unused = (await folder.files()).filter((file) => isFile(file) && !used.includes(file));
  return unused.slice(0, MAX_FILES).map((file) => ({
    file,
    severity: "warning",
    code: "unused_file",
    message: `No template of the manifest uses ${file}`,
  }));
}

function unusedInputs({ inputs = {} }: Manifest, templates: readonly Inspected[]): (LocatedFault & { file: string })[] {
  // An invalid template may be meant to use the input.
  if (templates.some(({ parts }) => parts === undefined)) return [];
  const used = new Set(templates.flatMap(({ parts }) => [...(parts?.names ?? [])]));
  const unused = Object.keys(inputs).filter((name) => !used.has(`input.${name}`));
  return unused.map((name) => ({
    file: MANIFEST_FILE,
    severity: "warning",
    code: "unused_input",
    message: `No template uses {{input.${name}}}`,
  }));
}

export const diagnosticOf = (
  { source, id: profileId }: Pick<Folder, "source" | "id">,
  file: string,
  { severity, line, column, message, code }: LocatedFault,
): Diagnostic => ({
  severity: severity ?? "error",
  profileId,
  file,
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
  message,
  code,
  source,
});

export const isError = ({ severity }: Diagnostic): boolean => severity === "error";
