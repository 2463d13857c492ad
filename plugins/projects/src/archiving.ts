import { omitUndefined, type Reads, T, type Transacting } from "@postern/core";
import { described } from "@postern/kit/fields";
import { projects } from "./collections.ts";
import { ProjectNotFound } from "./errors.ts";
import { projectArchived, projectUnarchived } from "./events.ts";
import { projectOf, resourceOf, resourcesOf } from "./project.ts";
import { Project, ProjectRef } from "./schemas.ts";

/** The common members of archive and unarchive. Emits no event if nothing changes. */
export const archiving = (isArchived: boolean) => ({
  input: T.Object({ id: ProjectRef }),
  output: T.Object({ project: described(Project, "The project") }),
  errors: [ProjectNotFound],
  resource: resourceOf,
  resources: resourcesOf,
  async plan({ store }: { store: Reads }, { id }: { id: string }) {
    const { id: projectId, slug } = await projectOf(store, id);
    return { summary: `${isArchived ? "Archive" : "Restore"} the project ${slug}`, projectId };
  },
  async undo({ store }: { store: Reads }, { projectId: id }: { projectId: string }) {
    if (isArchived === ((await projectOf(store, id)).archivedAt !== undefined)) return undefined;
    return { operation: isArchived ? "projects.unarchive" : "projects.archive", input: { id } };
  },
  async execute({ store, now, emit }: Transacting, { projectId }: { projectId: string }) {
    const before = await projectOf(store, projectId);
    if (isArchived === (before.archivedAt !== undefined)) return { project: before };
    const project = omitUndefined({ ...before, updatedAt: now, archivedAt: isArchived ? now : undefined });
    await store.put(projects, project);
    emit(isArchived ? projectArchived : projectUnarchived, { project });
    return { project };
  },
});
