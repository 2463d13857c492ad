import { defineService } from "@postern/core";

/** A project as other groups see it. */
export interface ProjectRef {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly archivedAt?: number;
}

/** How other groups find projects. */
export interface ProjectDirectory {
  /** By id or slug; undefined where there is none. */
  find(ref: string): Promise<ProjectRef | undefined>;
  /** The project that the configuration names as the known one; undefined where it names none or none is there. */
  known(): Promise<ProjectRef | undefined>;
}

export const projectDirectory = defineService<ProjectDirectory>("projects.directory");
