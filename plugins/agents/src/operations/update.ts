import { defineCommand, T } from "@postern/core";
import { described, restoring } from "@postern/kit/fields";
import { changeAgent, findAgent } from "../agent.ts";
import { AgentNotFound, RightsMissing } from "../errors.ts";
import { group } from "../group.ts";
import { Agent, AgentRef, Cwd, Debounce, Defaults, Description, Instructions, Model, Name } from "../schemas.ts";

/** The fields that decide what a responder does for the agent. */
const STEERING = ["name", "cwd", "model", "instructions"] as const;

export const update = defineCommand(group, {
  id: "agents.update",
  summary: "Update an agent",
  description:
    "Omitted fields stay unchanged, and an empty text clears a field. `defaults` is replaced as a whole; {} clears it. If a responder answers for the agent, changing its name, instructions, model or folder requires the rights of that responder.",
  properties: ["lasting"],
  input: T.Object({
    id: AgentRef,
    name: T.Optional(Name),
    description: T.Optional(Description),
    cwd: T.Optional(Cwd),
    model: T.Optional(Model),
    instructions: T.Optional(Instructions),
    debounceMs: T.Optional(Debounce),
    defaults: T.Optional(Defaults),
  }),
  output: T.Object({ agent: described(Agent, "Agent after the update") }),
  errors: [AgentNotFound, RightsMissing],
  examples: [
    {
      title: "Change the voice",
      input: { id: "main", defaults: { speech: { provider: "voiceprovider", voice: "june", lang: "en-GB" } } },
    },
  ],
  resource: ({ id }) => id,
  async plan({ store, caller, state }, input) {
    const before = await findAgent(store, input.id);
    // Whoever tells an agent what to do acts with the rights of its responders.
    if (STEERING.some((field) => input[field] !== undefined && input[field] !== (before[field] ?? "")))
      await state.rights.assertHeld({ store, caller }, input.id);
    return { summary: `Update the agent ${input.id}` };
  },
  async undo({ store }, _plan, { id, ...given }) {
    const before = await findAgent(store, id);
    const cleared = { name: "", description: "", cwd: "", model: "", instructions: "", defaults: {} };
    const fields = restoring(given, before, cleared);
    return fields && { operation: "agents.update", input: { id, ...fields } };
  },
  async execute(ctx, _plan, { id, ...fields }) {
    return { agent: (await changeAgent(ctx, await findAgent(ctx.store, id), fields)).agent };
  },
});
