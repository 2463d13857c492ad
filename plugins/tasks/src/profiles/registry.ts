import type { TaskProfile, TaskProfiles } from "../services.ts";
import { locateFaults } from "./fault.ts";
import { type Folder, folderInMemory } from "./folder.ts";
import { MAX_PROFILES } from "./limits.ts";
import { MANIFEST_FILE } from "./manifest.ts";
import { placeholdersOf } from "./placeholders.ts";
import { readManifest } from "./read-manifest.ts";
import { readTemplate } from "./template.ts";

/**
 * Registers profiles of other plugins. An invalid profile is a bug in its plugin and fails the setup of that plugin.
 */
export function createRegistry(registered: Map<string, Folder>): TaskProfiles {
  return {
    register(profile) {
      const { plugin, manifest } = profile;
      const { id } = manifest;
      assertValid(profile);
      const other = registered.get(id);
      if (other) throw new Error(`The plugins "${other.plugin}" and "${plugin}" both register the profile "${id}"`);
      if (registered.size >= MAX_PROFILES)
        throw new Error(`Plugins cannot register more than ${MAX_PROFILES} profiles`);
      const folder = folderInMemory({ id, source: "plugin", plugin }, contentsOf(profile));
      registered.set(id, folder);
      return () => {
        if (registered.get(id) === folder) registered.delete(id);
      };
    },
  };
}

const contentsOf = ({ manifest, templates }: TaskProfile): Record<string, string> => ({
  ...templates,
  [MANIFEST_FILE]: `${JSON.stringify(manifest, undefined, 2)}\n`,
});

function assertValid(profile: TaskProfile): void {
  const { plugin, manifest, templates } = profile;
  const refuse = (what: string): never => {
    throw new Error(`The profile "${manifest.id}" of the plugin "${plugin}" is invalid: ${what}`);
  };
  const sourceText = contentsOf(profile)[MANIFEST_FILE] as string;
  const read = readManifest(sourceText, manifest.id);
  const [fault] = locateFaults(sourceText, read.faults);
  if (fault) refuse(`${MANIFEST_FILE}:${fault.line}:${fault.column} ${fault.message}`);
  for (const file of Object.values(manifest.templates)) {
    const text = Object.hasOwn(templates, file)
      ? (templates[file] as string)
      : refuse(`templates contains no text for ${file}`);
    const [wrong] = locateFaults(text, readTemplate(text, placeholdersOf(manifest)).faults);
    if (wrong) refuse(`${file}:${wrong.line}:${wrong.column} ${wrong.message}`);
  }
}
