import { commandLine } from "@postern/client/command-line";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Choice, describe, type Field, type Schema } from "../data/catalog.ts";
import { useQuery } from "../data/query.ts";
import { useSession } from "../session/session.ts";
import { useActions } from "../ui/actions.tsx";
import { Command } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Loaded } from "../ui/page.tsx";
import { FieldInputs } from "./field-inputs.tsx";
import { type Input, useFields } from "./fields.ts";
import { labelOf } from "./label.ts";

/** A field that is asked for. Its schema is that of the operation, unless it is given. */
export interface Asked {
  readonly name: string;
  readonly label?: string;
  readonly choices?: readonly Choice[] | undefined;
  readonly schema?: Schema;
  readonly isRequired?: boolean;
  /** Whether it is shown only on request. */
  readonly isRare?: boolean;
}

interface OperationDialogProps {
  readonly operation: string;
  readonly title: string;
  /** The text of the button that submits. */
  readonly action: string;
  readonly fields: readonly Asked[];
  /** What is not asked for. */
  readonly fixed?: Input;
  /** What is there before. Then only what was changed is sent. */
  readonly before?: Input;
  /** What the fields of something new contain at first. */
  readonly first?: Input;
  readonly done?: string;
  readonly onDone?: (answer: unknown) => void;
  readonly onClose: () => void;
  /** Whether something beside the fields was changed. */
  readonly isChanged?: boolean;
  /** Whether what is beside the fields can be sent (default: yes). */
  readonly isValid?: boolean;
  /** After the fields. */
  readonly children?: ComponentChildren;
}

/** A dialog with some of the fields of an operation. */
export function OperationDialog(props: OperationDialogProps) {
  const session = useSession();
  const { operation, title, onClose } = props;
  const query = useQuery(`operation ${operation}`, (_, signal) => describe(session, operation, signal));
  const described = query.data;
  if (!described)
    return (
      <Dialog title={title} onClose={onClose}>
        <Loaded query={query}>{() => <p>This gateway does not have {operation}.</p>}</Loaded>
      </Dialog>
    );
  return <Asking {...props} known={described.fields} />;
}

function Asking({ known, fields: asked, before, first = {}, fixed = {}, ...props }: OperationDialogProps & Known) {
  const { operation, title, action, done, onDone, onClose, isChanged = false, isValid = true, children } = props;
  const { run } = useActions();
  const [error, setError] = useState<unknown>();
  const [fields] = useState(() => asked.map((one) => ({ ...fieldOf(one, known), isRare: one.isRare ?? false })));
  const form = useFields(fields, before ?? first);
  const input = { ...fixed, ...(before ? form.changed : form.input) };

  async function submit(): Promise<void> {
    setError(undefined);
    try {
      const answer = await run({ operation, input }, { throws: true, ...(done !== undefined && { done }) });
      // What was entered is kept if the person decided against the plan.
      if (answer === undefined) return;
      onClose();
      onDone?.(answer);
    } catch (reason) {
      setError(reason);
      throw reason;
    }
  }

  const rare = fields.filter(({ isRare }) => isRare);
  const isReady =
    isValid && Object.keys(form.faults).length === 0 && (!before || isChanged || Object.keys(form.changed).length > 0);
  return (
    <FormDialog title={title} action={action} isReady={isReady} onSubmit={submit} onClose={onClose}>
      <FieldInputs fields={fields.filter(({ isRare }) => !isRare)} form={form} error={error} />
      {children}
      {rare.length > 0 && (
        <details class="rare" open={error !== undefined}>
          <summary>More settings</summary>
          <div class="stack">
            <FieldInputs fields={rare} form={form} error={error} />
          </div>
        </details>
      )}
      <details class="rare">
        <summary>Command</summary>
        <Command text={commandLine(operation, input)} />
      </details>
    </FormDialog>
  );
}

interface Known {
  readonly known: readonly Field[];
}

/** A field that was asked for, with what the operation says of it. */
function fieldOf({ name, label, choices, schema, isRequired }: Asked, known: readonly Field[]): Field {
  const [top, member] = name.split("/");
  const found = known.find((field) => field.name === top);
  const own = member === undefined ? found?.schema : found?.schema.properties?.[member];
  return {
    name,
    label: label ?? labelOf(name),
    choices,
    schema: schema ?? own ?? {},
    isRequired: isRequired ?? (member === undefined && (found?.isRequired ?? false)),
  };
}
