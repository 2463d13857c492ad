import type { Task } from "@postern/client/api";
import { useId } from "preact/hooks";

/** A task as it is entered. */
export interface Draft {
  readonly title: string;
  readonly instructions: string;
  readonly priority: Task["priority"];
  readonly assignee: string;
  /** As `datetime-local` has it, in the time zone of the browser. */
  readonly due: string;
  readonly tags: string;
}

const PRIORITIES: readonly Task["priority"][] = ["low", "normal", "high", "urgent"];

export const draftOf = (task?: Task): Draft => ({
  title: task?.title ?? "",
  instructions: task?.instructions ?? "",
  priority: task?.priority ?? "normal",
  assignee: task?.assignee ?? "",
  due: task?.dueAt === undefined ? "" : localTime(task.dueAt),
  tags: task?.tags.join(", ") ?? "",
});

/** The fields that differ from the task, or those of a new one. An empty text clears a field. */
export function inputOf(draft: Draft, task?: Task): Record<string, unknown> {
  const before = draftOf(task);
  const { title, instructions, priority, assignee, due, tags } = draft;
  const all: Record<keyof Draft, readonly [string, unknown]> = {
    title: ["title", title.trim()],
    instructions: ["instructions", instructions],
    priority: ["priority", priority],
    assignee: ["assignee", assignee.trim()],
    due: ["dueAt", due === "" ? "" : new Date(due).getTime()],
    tags: [
      "tags",
      tags
        .split(",")
        .map((tag) => tag.trim())
        .filter(Boolean),
    ],
  };
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => draft[name as keyof Draft] !== before[name as keyof Draft])
      .map(([, entry]) => entry),
  );
}

function localTime(at: number): string {
  const moment = new Date(at);
  return new Date(at - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function TaskFields({ draft, onDraft }: { draft: Draft; onDraft: (draft: Draft) => void }) {
  const id = useId();
  const control = (name: keyof Draft) => ({
    id: `${id}-${name}`,
    class: "input",
    value: draft[name],
    onInput: (event: { currentTarget: { value: string } }) => onDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <>
      <div class="field">
        <label for={`${id}-title`}>Title</label>
        <input {...control("title")} type="text" dir="auto" required autofocus maxLength={500} autocomplete="off" />
      </div>
      <div class="field">
        <label for={`${id}-instructions`}>Instructions</label>
        <textarea {...control("instructions")} dir="auto" rows={6} />
      </div>
      <div class="pair">
        <div class="field">
          <label for={`${id}-assignee`}>Assignee</label>
          <input {...control("assignee")} type="text" placeholder="user:ann or agent:main" />
        </div>
        <div class="field">
          <label for={`${id}-priority`}>Priority</label>
          <select {...control("priority")}>
            {PRIORITIES.map((priority) => (
              <option key={priority} value={priority}>
                {priority}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for={`${id}-due`}>Due</label>
          <input {...control("due")} type="datetime-local" />
        </div>
        <div class="field">
          <label for={`${id}-tags`}>Tags</label>
          <input {...control("tags")} type="text" dir="auto" placeholder="release, docs" />
        </div>
      </div>
    </>
  );
}
