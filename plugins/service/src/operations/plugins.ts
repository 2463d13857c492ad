import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { listSource } from "@postern/kit/paging";
import { group } from "../group.ts";
import { pluginsIn } from "../plugin-state.ts";
import { Plugins, State } from "../schemas.ts";

export const plugins = defineQuery(group, {
  id: "service.plugins",
  summary: "List plugins and their states",
  description: "A plugin that could not start has the state `failed` and an error.",
  input: T.Object({ status: T.Optional(described(State, "Only plugins in this state")), ...Plugins.fields }),
  output: Plugins.output,
  examples: [
    { title: "All plugins", input: {} },
    { title: "Plugins that failed to start", input: { status: "failed", fields: "id,error" } },
  ],
  async run({ services }, input) {
    const { status } = input;
    const selected = pluginsIn(services.gateway).filter(({ state }) => status === undefined || state === status);
    return Plugins.answer(input, listSource(selected), (plugin) => plugin);
  },
});
