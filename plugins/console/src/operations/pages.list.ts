import { defineQuery, T } from "@postern/core";
import { listSource } from "@postern/kit/paging";
import { group } from "../group.ts";
import { rightsOf } from "../page-rights.ts";
import { PluginPages } from "../schemas.ts";

export const pagesList = defineQuery(group, {
  id: "console.pages.list",
  summary: "List the pages that plugins add to the console",
  description:
    "A page runs in a sandbox and calls the operations that it `uses` with the rights of its viewer. Every key may list pages.",
  scope: "any",
  input: T.Object({ ...PluginPages.fields }),
  output: PluginPages.output,
  examples: [{ title: "All pages", input: {} }],
  run({ services, state }, input) {
    const failed = new Set(
      services.gateway
        .plugins()
        .filter(({ state }) => state === "failed")
        .map(({ name }) => name),
    );
    const { groups, operations } = services.gateway.manifest;
    const versions = new Map(groups.map(({ name, version }) => [name, version]));
    const shown = [...state.pages.values()].filter(({ plugin }) => !failed.has(plugin));
    return PluginPages.answer(input, listSource(shown), ({ plugin, page }) => {
      const { name, title, module, icon, needs, uses } = page;
      const own = uses.length === 0 ? [`${plugin}.**`] : uses;
      const more = icon === undefined ? {} : { icon };
      return {
        plugin,
        version: versions.get(plugin) ?? "",
        name,
        title,
        path: `/console/frames/${plugin}/${name}/`,
        module,
        ...more,
        needs: [...needs],
        uses: [...own],
        ...rightsOf(own, operations),
      };
    });
  },
});
