import type { Reads } from "@postern/core";
import { findProject } from "./project.ts";
import type { ProjectDirectory, ProjectRef } from "./services.ts";

export function createDirectory(store: Reads, configured: string | undefined): ProjectDirectory {
  async function find(ref: string): Promise<ProjectRef | undefined> {
    const project = await findProject(store, ref);
    if (!project) return undefined;
    const { id, slug, name, archivedAt } = project;
    return { id, slug, name, ...(archivedAt !== undefined && { archivedAt }) };
  }
  return {
    find,
    known: async () => (configured === undefined ? undefined : find(configured)),
  };
}
