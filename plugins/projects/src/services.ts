import { type Caller, defineService, type Reads } from "@postern/core";

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

/** The tasks of a project. */
export interface ProjectTasks {
  /** Number of unarchived tasks, by status. */
  readonly counts: Readonly<Record<string, number>>;
  /** The first unfinished tasks, most urgent first, then by due time. */
  readonly open: readonly {
    readonly id: string;
    readonly title: string;
    readonly status: string;
    readonly priority: string;
    readonly assignee?: string;
    readonly dueAt?: number;
  }[];
}

/** Reads the tasks of a project; undefined if the caller may not read tasks. */
export type ProjectTaskSource = (
  ctx: { readonly store: Reads; readonly caller: Caller },
  projectId: string,
) => Promise<ProjectTasks | undefined>;

/** Lets the plugin that stores tasks show them with their project. It registers during its setup. */
export const projectTasks = defineService<{ register(source: ProjectTaskSource): void }>("projects.tasks");

export const projectDirectory = defineService<ProjectDirectory>("projects.directory");
