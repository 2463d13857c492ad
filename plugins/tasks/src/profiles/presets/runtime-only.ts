import type { Preset } from "./preset.ts";

const brief = `{{task.title}}
{{#task.instructions}}

{{task.instructions}}
{{/task.instructions}}
{{#task.results}}

{{task.results}}
{{/task.results}}
`;

/** Only runtime settings, without instructions on how to work. */
export const runtimeOnly: Preset = {
  id: "runtime-only",
  description: "Only runtime settings: the agent receives the task itself, without further instructions.",
  manifest: {
    runtime: { timeoutMinutes: 60, attempts: 1, access: "write" },
    templates: { brief: "brief.md" },
  },
  files: { "brief.md": brief },
};
