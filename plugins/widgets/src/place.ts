import type { ProjectDirectory, ProjectRef } from "@postern/projects/services";
import { ORG } from "./collections.ts";
import { ProjectArchived, ProjectNotFound } from "./errors.ts";

/** Where widgets stand: in the organization, or in one project. */
export interface Place {
  /** As records are keyed by it. */
  readonly id: string;
  /** As a ref begins with it. */
  readonly scope: string;
  readonly project?: { readonly id: string; readonly slug: string; readonly name: string };
}

type Services = { readonly projects: ProjectDirectory | undefined };
const org: Place = { id: ORG, scope: ORG };

/** The place that a scope names, or 404. No project has the slug `org`, nor the id of another as its slug. */
export async function placeOf({ projects }: Services, scope: string): Promise<Place> {
  if (scope === ORG) return org;
  const project = await projects?.find(scope);
  if (!project) throw ProjectNotFound({ project: scope });
  return within(project);
}

/** Where something is published: the scope that is named, else the known project, else the organization. */
export async function placeToPublish({ projects }: Services, scope: string | undefined): Promise<Place> {
  if (scope === ORG) return org;
  const project = scope === undefined ? await projects?.known() : await projects?.find(scope);
  if (!project && scope === undefined) return org;
  if (!project) throw ProjectNotFound({ project: scope ?? "" });
  if (project.archivedAt !== undefined) throw ProjectArchived({ project: project.slug });
  return within(project);
}

const within = ({ id, slug, name }: ProjectRef): Place => ({ id, scope: slug, project: { id, slug, name } });

/** What a narrowed grant is held against: `org`, or a project's id and never its slug, which may be another's tomorrow. */
export const placeIdIn = (scope: string | undefined): string | undefined =>
  scope === ORG || scope?.startsWith("proj_") ? scope : undefined;
