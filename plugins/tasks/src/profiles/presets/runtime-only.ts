import type { Preset } from "./preset.ts";

const brief = `{{task.title}}
{{#task.instructions}}

{{task.instructions}}
{{/task.instructions}}
{{#task.results}}

{{task.results}}
{{/task.results}}
`;

/** Says how a task is run, and not a word about how it is done. */
export const runtimeOnly: Preset = {
  id: "runtime-only",
  description: "Only how the task is run: the agent is told the task itself, and nothing about how to do it.",
  manifest: {
    runtime: { timeoutMinutes: 60, attempts: 1, access: "write" },
    templates: { brief: "brief.md" },
  },
  files: { "brief.md": brief },
};
