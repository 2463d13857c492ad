import type { ProjectDirectory } from "@postern/projects/services";
import { ProjectUnknown } from "./errors.ts";

interface Lookup {
  readonly services: { readonly projects: ProjectDirectory | undefined };
}

/** The id of a project with this id or slug. Throws 404 if it does not exist. */
export async function projectIdOf({ services: { projects } }: Lookup, ref: string): Promise<string> {
  const project = await projects?.find(ref);
  if (!project) throw ProjectUnknown({ project: ref, isEnabled: projects !== undefined });
  return project.id;
}

/** The same for a filter or a field that may be absent, or empty to clear it. */
export const optionalProjectId = async (setting: Lookup, ref: string | undefined): Promise<string | undefined> =>
  ref ? projectIdOf(setting, ref) : ref;
