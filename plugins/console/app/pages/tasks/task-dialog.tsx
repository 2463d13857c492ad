import type { Task } from "@postern/client/api";
import { useId, useState } from "preact/hooks";
import { go, pathTo } from "../../router.ts";
import { useActions } from "../../ui/actions.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { type Draft, draftOf, inputOf, TaskFields } from "./task-fields.tsx";

/** Creates a task, or edits the one that is given. */
export function TaskDialog({ task, onClose }: { task?: Task; onClose: () => void }) {
  const { run } = useActions();
  const id = useId();
  // The revision that the person saw: a change of somebody else in the meantime is not overwritten.
  const [first] = useState(task);
  const [draft, setDraft] = useState<Draft>(() => draftOf(task));
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    const input = inputOf(draft, first);
    const call = first
      ? { operation: "tasks.update", input: { taskId: first.id, expectedRevision: first.revision, ...input } }
      : { operation: "tasks.create", input };
    try {
      const answer = (await run(call, { throws: true })) as { task?: Task } | undefined;
      onClose();
      if (!first && answer?.task) go(pathTo("tasks", "show", answer.task.id));
    } catch (error) {
      setError(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={first ? "Edit the task" : "New task"}
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" form={id} class="button main" disabled={isBusy}>
            {first ? "Save" : "Create"}
          </button>
        </>
      }
    >
      <form
        id={id}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TaskFields draft={draft} onDraft={setDraft} />
      </form>
      {error !== undefined && <Problem error={error} />}
    </Dialog>
  );
}
