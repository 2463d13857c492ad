import type { PluginContext } from "@postern/core";
import type { group } from "./group.ts";
import { findProject } from "./project.ts";

/** Tells at the start when the configuration names a project that is not there: what relies on it goes astray silently. */
export async function tellOfKnown({ config, store, log }: PluginContext<typeof group>): Promise<undefined> {
  const { project: configured } = config;
  if (configured === undefined) return;
  const project = await findProject(store, configured);
  if (!project)
    log.warn({ project: configured }, "The configuration names a known project that is not there; see projects.known");
  else if (project.archivedAt !== undefined)
    log.warn({ project: configured }, "The known project that the configuration names is archived");
}
