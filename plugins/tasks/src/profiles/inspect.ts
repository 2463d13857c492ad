import { type PlacedFault, placed } from "./fault.ts";
import type { Folder } from "./folder.ts";
import { MOST_FILES, MOST_MANIFEST, MOST_TEMPLATE } from "./limits.ts";
import { MANIFEST_FILE, type Manifest } from "./manifest.ts";
import { isFile } from "./names.ts";
import { placeholdersOf } from "./placeholders.ts";
import { readManifest } from "./read-manifest.ts";
import type { Diagnostic } from "./schemas.ts";
import { readTemplate, type Template } from "./template.ts";

/** A template that was read; without text where its file cannot be read, without parts where it is wrong. */
export interface Inspected {
  readonly role: string;
  readonly file: string;
  readonly text?: string;
  readonly parts?: Template;
}

/** The manifest of a profile; it is absent where one of the diagnostics is an error. */
export async function inspectManifest(folder: Folder): Promise<{ manifest?: Manifest; diagnostics: Diagnostic[] }> {
  const found = await folder.read(MANIFEST_FILE, MOST_MANIFEST);
  if ("fault" in found) return { diagnostics: [diagnosticOf(folder, MANIFEST_FILE, found.fault)] };
  const { manifest, faults } = readManifest(found.text, folder.id);
  const diagnostics = placed(found.text, faults).map((fault) => diagnosticOf(folder, MANIFEST_FILE, fault));
  return { ...(manifest && { manifest }), diagnostics };
}

/** The templates of a profile, in the manifest's order. */
export async function inspectTemplates(
  folder: Folder,
  manifest: Manifest,
): Promise<{ templates: Inspected[]; diagnostics: Diagnostic[] }> {
  const known = placeholdersOf(manifest);
  const templates: Inspected[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [role, file] of Object.entries(manifest.templates)) {
    const found = await folder.read(file, MOST_TEMPLATE);
    if ("fault" in found) {
      diagnostics.push(diagnosticOf(folder, file, found.fault));
      templates.push({ role, file });
      continue;
    }
    const { template, faults } = readTemplate(found.text, known);
    diagnostics.push(...placed(found.text, faults).map((fault) => diagnosticOf(folder, file, fault)));
    templates.push({ role, file, text: found.text, ...(faults.length === 0 && { parts: template }) });
  }
  return { templates, diagnostics };
}

/** All that is wrong with a profile, and what is there for nothing. */
export async function inspect(folder: Folder): Promise<Diagnostic[]> {
  const { manifest, diagnostics } = await inspectManifest(folder);
  if (!manifest) return diagnostics;
  const { templates, diagnostics: inTemplates } = await inspectTemplates(folder, manifest);
  const idle = [...(await idleFiles(folder, manifest)), ...idleInputs(manifest, templates)];
  return [...diagnostics, ...inTemplates, ...idle.map(({ file, ...fault }) => diagnosticOf(folder, file, fault))];
}

async function idleFiles(folder: Folder, { templates }: Manifest): Promise<(PlacedFault & { file: string })[]> {
  const used = Object.values(templates);
  const idle = (await folder.files()).filter((file) => isFile(file) && !used.includes(file));
  return idle.slice(0, MOST_FILES).map((file) => ({
    file,
    severity: "warning",
    code: "unused_file",
    message: `No template of the manifest is ${file}`,
  }));
}

function idleInputs({ inputs = {} }: Manifest, templates: readonly Inspected[]): (PlacedFault & { file: string })[] {
  // While a template is wrong, nobody knows what it was meant to name.
  if (templates.some(({ parts }) => parts === undefined)) return [];
  const used = new Set(templates.flatMap(({ parts }) => [...(parts?.names ?? [])]));
  const idle = Object.keys(inputs).filter((name) => !used.has(`input.${name}`));
  return idle.map((name) => ({
    file: MANIFEST_FILE,
    severity: "warning",
    code: "unused_input",
    message: `No template names {{input.${name}}}`,
  }));
}

export const diagnosticOf = (
  { source, id: profileId }: Pick<Folder, "source" | "id">,
  file: string,
  { severity, line, column, message, code }: PlacedFault,
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
