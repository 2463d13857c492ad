import type { Calendar, CalendarEvent } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useActions } from "../../ui/actions.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { type Draft, draftIn, draftOf, inputOf, type Slot } from "./draft.ts";
import { EventFields } from "./event-fields.tsx";

interface EventDialogProps {
  /** Calendars in which an event can be created. */
  readonly calendars: readonly Calendar[];
  readonly onClose: () => void;
  /** The event to edit, or the time of a new one. */
  readonly event?: CalendarEvent;
  readonly slot?: Slot;
  readonly onCreated?: (id: string) => void;
}

/** Creates an event, or edits the one that is given. */
export function EventDialog({ calendars, event, slot, onClose, onCreated }: EventDialogProps) {
  const { run } = useActions();
  // The sequence that the person saw: a change of somebody else in the meantime is not overwritten.
  const [first] = useState(event);
  const [draft, setDraft] = useState<Draft>(() => (first ? draftOf(first) : newDraft(slot, calendars)));

  async function save(): Promise<void> {
    const input = inputOf(draft, first);
    const call = first
      ? { operation: "calendars.events.update", input: { event: first.id, expectedSequence: first.sequence, ...input } }
      : { operation: "calendars.events.create", input };
    const answer = (await run(call, { throws: true })) as { event?: CalendarEvent } | undefined;
    if (answer === undefined) return;
    onClose();
    if (answer.event) onCreated?.(answer.event.id);
  }

  return (
    <FormDialog
      title={first ? "Edit the event" : "New event"}
      action={first ? "Save" : "Create"}
      onSubmit={save}
      onClose={onClose}
    >
      <EventFields draft={draft} event={first} calendars={calendars} onDraft={setDraft} />
    </FormDialog>
  );
}

function newDraft(slot: Slot | undefined, calendars: readonly Calendar[]): Draft {
  const calendar = calendars.find(({ isDefault }) => isDefault) ?? calendars[0];
  return draftIn(slot ?? { startAt: Date.now(), endAt: Date.now() }, calendar?.id ?? "");
}
