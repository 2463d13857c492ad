import type { Reads } from "@postern/core";
import { projects } from "./collections.ts";
import { ProjectNotFound } from "./errors.ts";
import { type Project, ProjectRef } from "./schemas.ts";

const REF = new RegExp(ProjectRef.pattern as string);

/** The project with this id or slug, or undefined, also for text that is neither. */
export async function findProject(store: Reads, ref: string): Promise<Project | undefined> {
  if (!REF.test(ref)) return undefined;
  return ref.startsWith("proj_") ? store.get(projects, ref) : store.one(projects, "bySlug", ref);
}

/** The project with this id or slug. Throws 404 if it does not exist. */
export async function projectOf(store: Reads, ref: string): Promise<Project> {
  const project = await findProject(store, ref);
  if (!project) throw ProjectNotFound({ project: ref });
  return project;
}

/** The resource for narrowed grants: only ids, because a slug may belong to another project later. */
export const resourceOf = ({ id }: { id: string }): string | undefined => (id.startsWith("proj_") ? id : undefined);

/** The project that a call names by its id or slug, for policies. */
export const resourcesOf = async ({ store }: { store: Reads }, { id }: { id: string }): Promise<string[]> => [
  (await projectOf(store, id)).id,
];
