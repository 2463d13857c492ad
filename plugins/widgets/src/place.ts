import type { ProjectDirectory, ProjectRef } from "@postern/projects/services";
import { ORG } from "./collections.ts";
import { ProjectArchived, ProjectNotFound } from "./errors.ts";

/** The organization or a project, to which widgets belong. */
export interface Place {
  /** The key of the place in records. */
  readonly id: string;
  /** The first part of refs. */
  readonly scope: string;
  readonly project?: { readonly id: string; readonly slug: string; readonly name: string };
}

type Services = { readonly projects: ProjectDirectory | undefined };
const org: Place = { id: ORG, scope: ORG };

/**
 * Finds the place of a scope, or throws a 404 error. Projects cannot have the slug `org` or the id of another project.
 */
export async function placeOf({ projects }: Services, scope: string): Promise<Place> {
  if (scope === ORG) return org;
  const project = await projects?.find(scope);
  if (!project) throw ProjectNotFound({ project: scope });
  return within(project);
}

/** The place to publish to: the given scope, or else the current project, or else the organization. */
export async function placeToPublish({ projects }: Services, scope: string | undefined): Promise<Place> {
  if (scope === ORG) return org;
  const project = scope === undefined ? await projects?.known() : await projects?.find(scope);
  if (!project && scope === undefined) return org;
  if (!project) throw ProjectNotFound({ project: scope ?? "" });
  if (project.archivedAt !== undefined) throw ProjectArchived({ project: project.slug });
  return within(project);
}

const within = ({ id, slug, name }: ProjectRef): Place => ({ id, scope: slug, project: { id, slug, name } });

/** The id that a scope-limited grant is checked against. Never a slug: another project may have the same slug later. */
export const placeIdIn = (scope: string | undefined): string | undefined =>
  scope === ORG || scope?.startsWith("proj_") ? scope : undefined;
