import type { Manifest } from "./manifest.ts";

/** What a template may name of the task and its profile, beside the profile's own inputs, with what it stands for. */
export const PLACEHOLDERS = {
  "task.id": "the task's id",
  "task.title": "its title",
  "task.instructions": "its instructions",
  "task.status": "its status",
  "task.priority": "its priority",
  "task.assignee": "who works on it, as type:id",
  "task.parent": "the id of the task that it is part of",
  "task.tags": "its tags, separated by commas",
  "task.results": "what the tasks came to that it waited for: a list of their titles and summaries",
  "profile.id": "the profile's id",
  "profile.name": "its name",
  "runtime.agent": "the agent that the manifest names",
  "runtime.model": "the model that the manifest names",
  "runtime.cwd": "the folder that the manifest names",
  "runtime.timeoutMinutes": "the minutes that the manifest allows",
  date: "the day of rendering in UTC, like 2026-11-21",
} as const;

export type Placeholder = keyof typeof PLACEHOLDERS;

/** All names that a profile's templates may use. */
export const placeholdersOf = ({ inputs = {} }: Pick<Manifest, "inputs">): string[] => [
  ...Object.keys(PLACEHOLDERS),
  ...Object.keys(inputs).map((name) => `input.${name}`),
];
