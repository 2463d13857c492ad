import { useState } from "preact/hooks";
import type { Schema } from "../data/catalog.ts";
import { Dialog } from "../ui/dialog.tsx";
import { type Asked, OperationDialog } from "./operation-dialog.tsx";

/** A kind of something that can be created, with the schema of its configuration. */
export interface KindOfThing {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly config: Readonly<Record<string, unknown>>;
}

interface KindDialogProps {
  readonly operation: string;
  readonly title: string;
  readonly kinds: readonly KindOfThing[];
  /** Fields of all kinds, before and after those of the kind. */
  readonly before: readonly Asked[];
  readonly after: (kind: KindOfThing) => readonly Asked[];
  readonly onDone: (answer: unknown) => void;
  readonly onClose: () => void;
}

/** Creates something of a kind that is chosen first. */
export function KindDialog({ operation, title, kinds, before, after, onDone, onClose }: KindDialogProps) {
  const [kind, setKind] = useState<KindOfThing | undefined>();
  if (kind)
    return (
      <OperationDialog
        operation={operation}
        title={`${title}: ${kind.title}`}
        action="Create"
        fixed={{ kind: kind.id }}
        fields={[...before, ...configFields(kind.config), ...after(kind)]}
        onDone={onDone}
        onClose={onClose}
      />
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <ul class="kinds" aria-label="Kinds">
        {kinds.map((one) => (
          <li key={one.id}>
            <button type="button" class="kind" onClick={() => setKind(one)}>
              <strong>{one.title}</strong>
              <span class="small muted">{one.description}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The members of a configuration as fields. Those that are not required are shown on request. */
export function configFields(config: Schema): readonly Asked[] {
  return Object.entries(config.properties ?? {}).map(([name, schema]) => {
    const isRequired = config.required?.includes(name) ?? false;
    return { name: `config/${name}`, schema, isRequired, isRare: !isRequired };
  });
}
