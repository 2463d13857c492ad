import type { Task } from "@postern/client/api";
import { useState } from "preact/hooks";
import { go, pathTo } from "../../router.ts";
import { useActions } from "../../ui/actions.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { type Draft, draftOf, inputOf, TaskFields } from "./task-fields.tsx";

/** Creates a task, or edits the one that is given. */
export function TaskDialog({ task, onClose }: { task?: Task; onClose: () => void }) {
  const { run } = useActions();
  // The revision that the person saw: a change of somebody else in the meantime is not overwritten.
  const [first] = useState(task);
  const [draft, setDraft] = useState<Draft>(() => draftOf(task));

  async function save(): Promise<void> {
    const input = inputOf(draft, first);
    const call = first
      ? { operation: "tasks.update", input: { taskId: first.id, expectedRevision: first.revision, ...input } }
      : { operation: "tasks.create", input };
    const answer = (await run(call, { throws: true })) as { task?: Task } | undefined;
    onClose();
    if (!first && answer?.task) go(pathTo("tasks", "show", answer.task.id));
  }

  return (
    <FormDialog
      title={first ? "Edit the task" : "New task"}
      action={first ? "Save" : "Create"}
      onSubmit={save}
      onClose={onClose}
    >
      <TaskFields draft={draft} onDraft={setDraft} />
    </FormDialog>
  );
}
