import type { Base, Property, RowFilter, View } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { type Shown, show } from "./address.ts";

/** What is shown of a base after its view and the address. */
export interface Effective {
  readonly filter: RowFilter | undefined;
  readonly sort: readonly string[];
  readonly columns: readonly Property[];
  /** Whether it differs from the view. */
  readonly isChanged: boolean;
}

/** The address comes before the view, and the view before the base. */
export function effectiveOf(
  { filter, sort, columns }: Shown,
  view: View | undefined,
  properties: readonly Property[],
): Effective {
  const keys = columns ?? view?.properties;
  return {
    filter: (filter === undefined ? view?.filter : filter) ?? undefined,
    sort: sort ?? view?.sort ?? [],
    columns: keys ? keys.flatMap((key) => properties.find((one) => one.key === key) ?? []) : properties,
    isChanged: filter !== undefined || sort !== undefined || columns !== undefined,
  };
}

const AS_SAVED = { filter: undefined, sort: undefined, columns: undefined } as const;

interface ViewsBarProps {
  readonly base: Base;
  readonly views: readonly View[];
  readonly view: View | undefined;
  readonly shown: Effective;
}

/** Chooses a view, and saves what is shown as one. */
export function ViewsBar({ base, views, view, shown }: ViewsBarProps) {
  const { may } = useSession();
  const { run } = useActions();
  const [isSaving, setSaving] = useState(false);
  const { filter, sort, columns, isChanged } = shown;
  const properties = columns.map(({ key }) => key);
  const isOpen = base.status === "active";

  async function update(): Promise<void> {
    const input = {
      base: base.id,
      view: view?.id,
      properties,
      sort: [...sort],
      ...(filter ? { filter } : { withoutFilter: true }),
    };
    if (await run({ operation: "bases.views.update", input }, { done: "Saved" })) show(AS_SAVED);
  }

  async function remove({ id }: View): Promise<void> {
    const input = { base: base.id, view: id };
    const done = await run({ operation: "bases.views.remove", input }, { done: "Removed", showPlan: true });
    if (done) show({ ...AS_SAVED, view: undefined });
  }

  return (
    <>
      <select
        class="input"
        aria-label="View"
        value={view?.id ?? ""}
        onChange={(event) => show({ ...AS_SAVED, view: event.currentTarget.value || undefined })}
      >
        <option value="">All rows</option>
        {views.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {isOpen && isChanged && view && may("bases.views.update") && (
        <button type="button" class="button" onClick={() => void update()}>
          Save the view
        </button>
      )}
      {isOpen && isChanged && may("bases.views.create") && (
        <button type="button" class="button" onClick={() => setSaving(true)}>
          Save as a view
        </button>
      )}
      {isChanged && (
        <button type="button" class="button quiet" onClick={() => show(AS_SAVED)}>
          Reset
        </button>
      )}
      {isOpen && view && !isChanged && may("bases.views.remove") && (
        <button type="button" class="button quiet" onClick={() => void remove(view)}>
          Remove the view
        </button>
      )}
      {isSaving && (
        <ViewDialog
          input={{
            base: base.id,
            properties,
            ...(filter && { filter }),
            ...(sort.length > 0 && { sort: [...sort] }),
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

function ViewDialog({ input, onClose }: { input: Record<string, unknown>; onClose: () => void }) {
  const { run } = useActions();
  const [name, setName] = useState("");

  async function create(): Promise<void> {
    const call = { operation: "bases.views.create", input: { ...input, name: name.trim() } };
    const answer = await run(call, { throws: true });
    if (answer) show({ ...AS_SAVED, view: (answer as { view: View }).view.id });
    onClose();
  }

  return (
    <FormDialog title="New view" action="Create" isReady={name.trim() !== ""} onSubmit={create} onClose={onClose}>
      <Field label="Name">
        {(control) => (
          <input
            {...control}
            class="input"
            dir="auto"
            required
            autofocus
            maxLength={200}
            autocomplete="off"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
