import type { Base, Property } from "@postern/client/api";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { type Actions, useActions } from "../../ui/actions.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { notify } from "../../ui/toasts.tsx";
import { show } from "./address.ts";
import { PropertyDialog } from "./property-dialog.tsx";

interface PropertiesOptions {
  readonly base: Base;
  readonly columns: readonly Property[];
  readonly sort: readonly string[];
  readonly isEditable: boolean;
}

interface Properties {
  readonly itemsOf: (property: Property) => readonly MenuItem[];
  readonly onAdd: (() => void) | undefined;
  /** The dialog that is open, if any. */
  readonly dialog: ComponentChildren;
}

/** What can be done to the properties of a base from the header of the grid. */
export function useProperties({ base, columns, sort, isEditable }: PropertiesOptions): Properties {
  const { may } = useSession();
  const { run } = useActions();
  const [dialog, setDialog] = useState<{ property?: Property } | undefined>();
  const keys = columns.map(({ key }) => key);

  function move(key: string, by: -1 | 1): void {
    const at = keys.indexOf(key);
    const other = keys[at + by];
    if (other !== undefined) show({ columns: keys.with(at, other).with(at + by, key) });
  }

  function itemsOf(property: Property): MenuItem[] {
    const { key } = property;
    const isSorted = sort.some((one) => one.split(":")[0] === key);
    const at = keys.indexOf(key);
    const items: (MenuItem | false)[] = [
      { label: "Sort ascending", onChoose: () => show({ sort: [`${key}:asc`] }) },
      { label: "Sort descending", onChoose: () => show({ sort: [`${key}:desc`] }) },
      isSorted && {
        label: "Do not sort by it",
        onChoose: () => show({ sort: sort.filter((one) => one.split(":")[0] !== key) }),
      },
      sort.length > 0 &&
        sort.length < 3 &&
        !isSorted && { label: "Then sort by it", onChoose: () => show({ sort: [...sort, `${key}:asc`] }) },
      at > 0 && { label: "Move left", onChoose: () => move(key, -1) },
      at < keys.length - 1 && { label: "Move right", onChoose: () => move(key, 1) },
      keys.length > 1 && { label: "Hide", onChoose: () => show({ columns: keys.filter((one) => one !== key) }) },
      isEditable && may("bases.props.update") && { label: "Edit", onChoose: () => setDialog({ property }) },
      isEditable && may("bases.props.delete") && { label: "Delete", onChoose: () => void remove(run, base, property) },
    ];
    return items.filter((item) => item !== false);
  }

  return {
    itemsOf,
    onAdd: isEditable && may("bases.props.create") ? () => setDialog({}) : undefined,
    dialog: dialog && <PropertyDialog base={base} {...dialog} onClose={() => setDialog(undefined)} />,
  };
}

/** Deletes a property after its plan was shown, which names the views and charts that use it. */
async function remove(run: Actions["run"], base: Base, { id, name }: Property): Promise<void> {
  const input = { base: base.id, prop: id };
  if (await run({ operation: "bases.props.delete", input }, { showPlan: true }))
    notify({ text: `Deleted ${name}. Its values are kept until it is purged.` });
}
