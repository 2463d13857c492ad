import type { Property, Row } from "@postern/client/api";
import { useEffect, useRef, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Command, Id } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { notify } from "../../ui/toasts.tsx";
import { show } from "./address.ts";
import { EditNotice } from "./edit-notice.tsx";
import { type Edits, editKey } from "./edits.ts";
import { useBases } from "./read.ts";
import { ValueField } from "./value-field.tsx";
import { type Entry, editorOf, enteredValue, entryOf, isSame, textOf } from "./values.ts";

interface RowPanelProps {
  readonly id: string;
  readonly properties: readonly Property[];
  readonly edits: Edits;
  readonly isEditable: boolean;
  readonly onClose: () => void;
}

/** A row with all its values, beside the grid. */
export function RowPanel({ id, properties, edits, isEditable, onClose }: RowPanelProps) {
  const session = useSession();
  const { may } = session;
  const { run } = useActions();
  const panel = useRef<HTMLElement>(null);
  const query = useBases(
    `row ${id}`,
    async (client, signal) => (await client.bases.rows.show({ row: id }, { signal })).row,
    {
      events: ["bases.row.*", "bases.rows.changed", "bases.property.*"],
    },
  );
  useEffect(() => panel.current?.focus(), [id]);

  async function duplicate(): Promise<void> {
    // What was entered last may not be stored yet, and was not read again.
    await edits.settled(id);
    try {
      const { row } = await session.client.bases.rows.show({ row: id });
      const input = { base: row.baseId, values: copiedValues(row, properties) };
      const answer = await run({ operation: "bases.rows.create", input }, { done: "Duplicated", throws: true });
      if (answer) show({ row: (answer as { row: Row }).row.id });
    } catch (error) {
      session.failed(error);
      notify({ error });
    }
  }

  return (
    <aside
      ref={panel}
      class="bases-panel stack"
      tabIndex={-1}
      aria-label="Row"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <div class="row">
        <h2 class="grow cut" dir="auto">
          {titleOf(query.data, properties)}
        </h2>
        <button type="button" class="button quiet icon" aria-label="Close the row" onClick={onClose}>
          ✕
        </button>
      </div>
      <Loaded query={query}>
        {(row) => {
          const isArchived = row.archivedAt !== undefined;
          const operation = isArchived ? "bases.rows.unarchive" : "bases.rows.archive";
          return (
            <>
              {properties.map((property) => (
                <PanelField
                  key={property.id}
                  row={row}
                  property={property}
                  edits={edits}
                  isEditable={isEditable && !isArchived}
                />
              ))}
              <div class="row wrap">
                {isEditable && may("bases.rows.create") && (
                  <button type="button" class="button" onClick={() => void duplicate()}>
                    Duplicate the row
                  </button>
                )}
                {may(operation) && (
                  <button
                    type="button"
                    class="button"
                    onClick={() =>
                      void run({ operation, input: { row: id } }, { done: isArchived ? "Restored" : "Archived" })
                    }
                  >
                    {isArchived ? "Restore the row" : "Archive the row"}
                  </button>
                )}
              </div>
              <Facts class="small">
                <Fact name="Id">
                  <Id id={id} />
                </Fact>
                <Fact name="Version">{row.version}</Fact>
                <Fact name="Created">
                  <Time at={row.createdAt} /> by <span dir="auto">{row.createdBy}</span>
                </Fact>
                <Fact name="Changed">
                  <Time at={row.updatedAt} />
                </Fact>
              </Facts>
              <Command text={`postern bases rows show --row ${id}`} />
            </>
          );
        }}
      </Loaded>
    </aside>
  );
}

/** The first value of a row, which usually is a name. */
function titleOf(row: Row | undefined, [first]: readonly Property[]): string {
  return (row && first && textOf(row.values[first.key], first)) || "Row";
}

/** The values that a copy of a row has. An agent fills in its values again, and an approver decides again. */
function copiedValues({ values }: Row, properties: readonly Property[]): Row["values"] {
  const copied = properties.filter(({ type }) => type !== "agent" && type !== "approval");
  return Object.fromEntries(copied.flatMap(({ key }) => (key in values ? [[key, values[key]]] : [])));
}

interface PanelFieldProps {
  readonly row: Row;
  readonly property: Property;
  readonly edits: Edits;
  readonly isEditable: boolean;
}

/** One value. Leaving it saves what was entered; until then, it is as it was when the person began. */
function PanelField({ row, property, edits, isEditable }: PanelFieldProps) {
  const [begun, setBegun] = useState<{ row: Row; entry: Entry } | undefined>();
  const edit = edits.all.value.get(editKey(row.id, property.id));
  const value = edit ? edit.mine : row.values[property.key];
  const isCheckbox = editorOf(property) === "checkbox";

  function save(entry: Entry, shown: Row): void {
    setBegun(undefined);
    const mine = enteredValue(entry, property);
    if (!isSame(mine, shown.values[property.key])) void edits.save(shown, property, mine);
  }

  return (
    <div
      class="bases-value"
      onFocusOut={(event) => {
        const to = event.relatedTarget;
        if (to instanceof Node && event.currentTarget.contains(to)) return;
        if (begun) save(begun.entry, begun.row);
      }}
    >
      <ValueField
        property={property}
        value={value}
        entry={begun?.entry ?? entryOf(value, property)}
        isDisabled={!isEditable}
        onEntry={(entry) => (isCheckbox ? save(entry, row) : setBegun({ row: begun?.row ?? row, entry }))}
      />
      {edit && edit.state !== "saving" && <EditNotice edit={edit} edits={edits} />}
    </div>
  );
}
