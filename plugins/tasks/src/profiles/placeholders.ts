import type { Manifest } from "./manifest.ts";

/** Placeholders that every template can use, in addition to the inputs of its profile. */
export const PLACEHOLDERS = {
  "task.id": "id of the task",
  "task.title": "title of the task",
  "task.instructions": "instructions of the task",
  "task.status": "status of the task",
  "task.priority": "priority of the task",
  "task.assignee": "assignee of the task, as type:id",
  "task.parent": "id of the parent task",
  "task.tags": "tags of the task, separated by commas",
  "task.results": "titles and summaries of the completed dependencies, as a list",
  "profile.id": "id of the profile",
  "profile.name": "name of the profile",
  "runtime.agent": "agent from the manifest",
  "runtime.model": "model from the manifest",
  "runtime.cwd": "working folder from the manifest",
  "runtime.timeoutMinutes": "time limit from the manifest",
  date: "current date in UTC, for example 2026-11-21",
} as const;

export type Placeholder = keyof typeof PLACEHOLDERS;

/** All placeholders that the templates of a profile can use. */
export const placeholdersOf = ({ inputs = {} }: Pick<Manifest, "inputs">): string[] => [
  ...Object.keys(PLACEHOLDERS),
  ...Object.keys(inputs).map((name) => `input.${name}`),
];
