import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { NoteDialog } from "./note-dialog.tsx";
import { LABELS, type Movable, type Step, stepsOf } from "./steps.ts";

interface Mover {
  /** The steps that the key may take. */
  stepsOf(task: Movable): readonly Step[];
  /** Takes a step, after asking for the reason if it has one. */
  move(task: Movable, step: Step): void;
}

const MoverContext = createContext<Mover | undefined>(undefined);

export function useMover(): Mover {
  const mover = useContext(MoverContext);
  if (!mover) throw new Error("Tasks are moved within a MoverProvider");
  return mover;
}

/** Makes the steps of tasks available to a page, and asks for their reasons. */
export function MoverProvider({ children }: { children: preact.ComponentChildren }) {
  const { may } = useSession();
  const { run } = useActions();
  const [asked, setAsked] = useState<{ task: Movable; step: Step } | undefined>();

  async function take({ id }: Movable, { operation, to, note }: Step, text: string): Promise<void> {
    setAsked(undefined);
    const input = note && text !== "" ? { taskId: id, [note.field]: text } : { taskId: id };
    await run({ operation, input }, { done: `Moved to ${LABELS[to]}` });
  }

  const mover: Mover = {
    stepsOf: (task) => stepsOf(task).filter(({ operation }) => may(operation)),
    move(task, step) {
      if (step.note) setAsked({ task, step });
      else void take(task, step, "");
    },
  };
  return (
    <MoverContext.Provider value={mover}>
      {children}
      {asked && (
        <NoteDialog
          {...asked}
          onClose={() => setAsked(undefined)}
          onText={(text) => void take(asked.task, asked.step, text)}
        />
      )}
    </MoverContext.Provider>
  );
}
