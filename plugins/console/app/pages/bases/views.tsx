import type { Base, View } from "@postern/client/api";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { show } from "./address.ts";
import type { Effective } from "./effective.ts";
import { ViewDialog } from "./view-dialog.tsx";

const AS_SAVED = { filter: undefined, sort: undefined, columns: undefined } as const;

/** The longest name of a view, in characters. */
const LONGEST_NAME = 200;

interface ViewsOptions {
  readonly base: Base;
  readonly views: readonly View[];
  readonly view: View | undefined;
  readonly shown: Effective;
}

export interface Views {
  /** Chooses a view. */
  readonly choice: ComponentChildren;
  /** What can be done with changes that are not saved. */
  readonly forChanges: readonly MenuItem[];
  /** What else can be done with views. */
  readonly others: readonly MenuItem[];
  /** The dialog that is open, if any. */
  readonly dialog: ComponentChildren;
}

/** The views of a base: what can be chosen, and what can be done with the one that is shown. */
export function useViews({ base, views, view, shown }: ViewsOptions): Views {
  const { may } = useSession();
  const { run } = useActions();
  const [asked, setAsked] = useState<"create" | "duplicate" | "rename" | undefined>();
  const { filter, sort, columns, isChanged } = shown;
  const properties = columns.map(({ key }) => key);
  const isOpen = base.status === "active";
  const close = (): void => setAsked(undefined);

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

  async function create(name: string): Promise<void> {
    const input = {
      base: base.id,
      name,
      properties,
      ...(filter && { filter }),
      ...(sort.length > 0 && { sort: [...sort] }),
    };
    const answer = await run({ operation: "bases.views.create", input }, { throws: true });
    if (answer) show({ ...AS_SAVED, view: (answer as { view: View }).view.id });
    close();
  }

  async function rename(name: string): Promise<void> {
    const input = { base: base.id, view: view?.id, name };
    await run({ operation: "bases.views.update", input }, { throws: true });
    close();
  }

  const mayCreate = isOpen && may("bases.views.create");
  const mayUpdate = isOpen && view !== undefined && may("bases.views.update");
  const asView = { label: "Save as a view", onChoose: () => setAsked("create") };
  const forChanges: (MenuItem | false)[] = isChanged
    ? [
        mayUpdate && { label: "Save the view", onChoose: () => void update() },
        mayCreate && asView,
        { label: "Reset", onChoose: () => show(AS_SAVED) },
      ]
    : [];
  const others: (MenuItem | false)[] = [
    mayCreate && !isChanged && !view && asView,
    mayUpdate && { label: "Rename the view", onChoose: () => setAsked("rename") },
    mayCreate &&
      !isChanged &&
      view !== undefined && { label: "Duplicate the view", onChoose: () => setAsked("duplicate") },
    isOpen &&
      view !== undefined &&
      may("bases.views.remove") && { label: "Remove the view", onChoose: () => void remove(view) },
  ];

  return {
    choice: (
      <select
        class="input bases-view"
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
    ),
    forChanges: forChanges.filter((item) => item !== false),
    others: others.filter((item) => item !== false),
    dialog:
      asked === "rename" ? (
        <ViewDialog title="Rename the view" action="Rename" name={view?.name ?? ""} onSubmit={rename} onClose={close} />
      ) : (
        asked && (
          <ViewDialog
            title="New view"
            action="Create"
            name={asked === "duplicate" ? `Copy of ${view?.name}`.slice(0, LONGEST_NAME) : ""}
            onSubmit={create}
            onClose={close}
          />
        )
      ),
  };
}
