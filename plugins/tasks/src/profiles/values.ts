import { gatewayErrors, type Reads, suggest } from "@postern/core";
import { dependencies, type TaskRecord, tasks } from "../collections.ts";
import { instructionsOf } from "../task.ts";
import type { Manifest } from "./manifest.ts";
import type { Placeholder } from "./placeholders.ts";

const MAX_RESULTS = 100;

/** The values of the placeholders for the task and its profile. */
export async function taskValues(
  store: Reads,
  task: TaskRecord,
  { id, name, runtime = {} }: Manifest,
  now: number,
): Promise<Readonly<Record<Placeholder, string>>> {
  return {
    "task.id": task.id,
    "task.title": task.title,
    "task.instructions": (await instructionsOf(store, task.id)) ?? "",
    "task.status": task.status,
    "task.priority": task.priority,
    "task.assignee": task.assignee ?? "",
    "task.parent": task.parent ?? "",
    "task.tags": task.tags.join(", "),
    "task.results": await resultsBefore(store, task),
    "profile.id": id,
    "profile.name": name,
    "runtime.agent": runtime.agent ?? "",
    "runtime.model": runtime.model ?? "",
    "runtime.cwd": runtime.cwd ?? "",
    "runtime.timeoutMinutes": runtime.timeoutMinutes === undefined ? "" : String(runtime.timeoutMinutes),
    date: new Date(now).toISOString().slice(0, 10),
  };
}

/** The results of the completed dependencies, as a Markdown list. */
async function resultsBefore(store: Reads, { id }: TaskRecord): Promise<string> {
  const { items } = await store.find(dependencies, { prefix: [id], limit: MAX_RESULTS });
  const upstream = await Promise.all(items.map(({ dependencyTaskId }) => store.get(tasks, dependencyTaskId)));
  return upstream
    .filter((task) => task?.status === "done")
    .map((task) => `- ${task?.title} (${task?.id})${task?.summary ? `: ${indented(task.summary)}` : ""}`)
    .join("\n");
}

/** Indents further lines, so that they stay part of the list item. */
const indented = (text: string): string => text.trim().replaceAll(/\r?\n/g, "\n  ");

/** The values of the inputs, including defaults. Throws 400 if one is missing, unknown or not an allowed choice. */
export function inputValues(
  { inputs = {} }: Manifest,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = Object.keys(inputs);
  const issues = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => issue(name, "unknown", `is not an input of this profile${hintTo(name, names)}`));
  const values = Object.entries(inputs).map(([name, { required, default: standard, choices }]) => {
    const value = Object.hasOwn(given, name) ? (given[name] as string) : undefined;
    if (required && !value) issues.push(issue(name, "required", "is required by this profile"));
    if (value && choices && !choices.includes(value)) {
      issues.push(issue(name, "enum", `must be one of ${choices.join(", ")}`));
    }
    return [`input.${name}`, value ?? standard ?? ""] as const;
  });
  if (issues.length > 0) throw gatewayErrors.InvalidInput({ issues });
  return Object.fromEntries(values);
}

const issue = (name: string, code: string, message: string) => ({
  path: `/inputs/${name.slice(0, 64).replaceAll("~", "~0").replaceAll("/", "~1")}`,
  code,
  message,
});

function hintTo(name: string, names: readonly string[]): string {
  const [suggestion] = suggest(name, names);
  if (suggestion !== undefined) return `; did you mean ${suggestion}?`;
  return names.length > 0 ? `; available: ${names.join(", ")}` : ", which has no inputs";
}
