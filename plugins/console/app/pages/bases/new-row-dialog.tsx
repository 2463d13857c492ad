import type { Base, Property, Row } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useActions } from "../../ui/actions.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { ValueField } from "./value-field.tsx";
import { type Entry, enteredValue, entryOf } from "./values.ts";

interface NewRowDialogProps {
  readonly base: Base;
  readonly properties: readonly Property[];
  readonly onClose: () => void;
  readonly onCreated: (row: Row) => void;
}

/** Asks for the values of a new row. */
export function NewRowDialog({ base, properties, onClose, onCreated }: NewRowDialogProps) {
  const { run } = useActions();
  const [entries, setEntries] = useState<Readonly<Record<string, Entry>>>({});
  // An agent fills in its values, and an approver decides later.
  const asked = properties.filter(({ type }) => type !== "agent" && type !== "approval");

  async function submit(): Promise<void> {
    const values = Object.fromEntries(
      asked.flatMap((property) => {
        const value = enteredValue(entries[property.id] ?? entryOf(undefined, property), property);
        return value === null ? [] : [[property.key, value]];
      }),
    );
    const answer = await run({ operation: "bases.rows.create", input: { base: base.id, values } }, { throws: true });
    if (answer === undefined) onClose();
    else onCreated((answer as { row: Row }).row);
  }

  return (
    <FormDialog title="New row" action="Create" onSubmit={submit} onClose={onClose}>
      {asked.map((property) => (
        <ValueField
          key={property.id}
          property={property}
          entry={entries[property.id] ?? entryOf(undefined, property)}
          isMarked={property.required}
          onEntry={(entry) => setEntries((before) => ({ ...before, [property.id]: entry }))}
        />
      ))}
    </FormDialog>
  );
}
