import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { all } from "@postern/core/paging";
import { group } from "../group.ts";
import { pluginsIn } from "../plugin-state.ts";
import { Plugins, State } from "../schemas.ts";

export const plugins = defineQuery(group, {
  id: "service.plugins",
  summary: "List the plugins and how they stand",
  description: "A plugin that could not start has the status `failed` and an error.",
  input: T.Object({ status: T.Optional(described(State, "Its status")), ...Plugins.fields }),
  output: Plugins.output,
  examples: [
    { title: "Every plugin", input: {} },
    { title: "What did not start, and why", input: { status: "failed", fields: "id,error" } },
  ],
  async run({ services }, input) {
    const { status } = input;
    const asked = pluginsIn(services.gateway).filter(({ state }) => status === undefined || state === status);
    return Plugins.answer(input, all(asked), (plugin) => plugin);
  },
});
