import type { Reads } from "@postern/core";
import { projects } from "./collections.ts";
import { ProjectNotFound } from "./errors.ts";
import { type Project, ProjectRef } from "./schemas.ts";

const REF = new RegExp(ProjectRef.pattern as string);

/** The project of an id or slug; undefined where there is none, also for text that could be neither. */
export async function findProject(store: Reads, ref: string): Promise<Project | undefined> {
  if (!REF.test(ref)) return undefined;
  return ref.startsWith("proj_") ? store.get(projects, ref) : store.one(projects, "bySlug", ref);
}

/** The project of an id or slug, or 404. */
export async function projectOf(store: Reads, ref: string): Promise<Project> {
  const project = await findProject(store, ref);
  if (!project) throw ProjectNotFound({ project: ref });
  return project;
}

/** What a narrowed grant is held against: an id, and never a slug, which may be another project's tomorrow. */
export const resourceOf = ({ id }: { id: string }): string | undefined => (id.startsWith("proj_") ? id : undefined);
