import { useState } from "preact/hooks";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { StatusDot } from "./marks.tsx";
import { useTasks } from "./read.ts";

interface TaskPickerProps {
  /** The task that is not offered. */
  readonly except: string;
  readonly onClose: () => void;
  readonly onChoose: (id: string) => Promise<unknown>;
}

/** Chooses the task that must be done first. */
export function TaskPicker({ except, onClose, onChoose }: TaskPickerProps) {
  const [name, setName] = useState("");
  const [error, setError] = useState<unknown>();
  const query = useTasks(`pick ${name}`, (client, signal) =>
    client.tasks.list({ limit: 20, fields: "id,title,status", ...(name === "" ? {} : { name }) }, { signal }),
  );

  async function choose(id: string): Promise<void> {
    try {
      await onChoose(id);
      onClose();
    } catch (error) {
      setError(error);
    }
  }

  return (
    <Dialog title="Add a dependency" onClose={onClose}>
      <input
        class="input"
        type="search"
        autofocus
        dir="auto"
        aria-label="Title or id begins with"
        placeholder="Title or id begins with"
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      {error !== undefined && <Problem error={error} />}
      <Loaded query={query}>
        {({ tasks }) => (
          <ul class="list picker" aria-label="Tasks">
            {tasks
              .filter(({ id }) => id !== except)
              .map(({ id = "", title, status = "open" }) => (
                <li key={id}>
                  <button type="button" class="item" onClick={() => void choose(id)}>
                    <span class="row">
                      <StatusDot status={status} />
                      <span class="cut" dir="auto">
                        {title}
                      </span>
                    </span>
                  </button>
                </li>
              ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  );
}
