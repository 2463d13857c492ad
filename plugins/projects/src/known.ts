import type { PluginContext } from "@postern/core";
import type { group } from "./group.ts";
import { findProject } from "./project.ts";

/** Warns at startup if the configured default project is missing or archived, which would otherwise go unnoticed. */
export async function checkDefaultProject({ config, store, log }: PluginContext<typeof group>): Promise<undefined> {
  const { project: configured } = config;
  if (configured === undefined) return;
  const project = await findProject(store, configured);
  if (!project) log.warn({ project: configured }, "The configured default project does not exist; see projects.known");
  else if (project.archivedAt !== undefined)
    log.warn({ project: configured }, "The configured default project is archived");
}
