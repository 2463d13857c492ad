import { defineService } from "@postern/core";

/** A project as seen by other plugins. */
export interface ProjectRef {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly archivedAt?: number;
}

/** Lets other plugins look up projects. */
export interface ProjectDirectory {
  /** The project with this id or slug, archived or not, or undefined. */
  find(ref: string): Promise<ProjectRef | undefined>;
  /** The configured default project, or undefined if none is configured or it does not exist. */
  known(): Promise<ProjectRef | undefined>;
}

export const projectDirectory = defineService<ProjectDirectory>("projects.directory");
