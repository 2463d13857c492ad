import { useEffect, useId, useRef, useState } from "preact/hooks";
import { type Described, describe } from "../data/catalog.ts";
import { useQuery } from "../data/query.ts";
import { useSession } from "../session/session.ts";
import { Field } from "../ui/field.tsx";
import { Loaded } from "../ui/page.tsx";
import { FieldInputs } from "./field-inputs.tsx";
import { type Input, useFields } from "./fields.ts";

/** An operation that the gateway runs later, with its input. */
export interface Action {
  readonly operation: string;
  readonly input?: Input;
  readonly propose?: boolean;
}

/** What a person entered in place of a stored action, or for a new one. */
export function useAction(stored?: unknown) {
  const [first] = useState((stored ?? { operation: "" }) as Action);
  const [action, onAction] = useState(first);
  const [isValid, onValid] = useState(true);
  const isChanged = stored === undefined || JSON.stringify(action) !== JSON.stringify(first);
  return { isChanged, isValid, input: isChanged ? { action } : {}, control: { action, onAction, onValid } };
}

interface ActionFieldsProps {
  readonly action: Action;
  readonly onAction: (action: Action) => void;
  /** Reports whether the input can be read. */
  readonly onValid: (isValid: boolean) => void;
  /** What its texts can refer to, such as `{{run.dueAt}}`. */
  readonly example: string;
}

/** Chooses an operation, and asks for its input. */
export function ActionFields({ action, onAction, onValid, example }: ActionFieldsProps) {
  const session = useSession();
  const id = useId();
  const found = session.operations.get(action.operation);
  const query = useQuery(`action ${found?.id ?? ""}`, async (_, signal) =>
    found ? await describe(session, found.id, signal) : undefined,
  );
  return (
    <fieldset class="field plain-group action-fields">
      <legend>Action</legend>
      <Field
        label="Operation"
        isRequired
        hint={
          found ? (
            <>
              {found.summary}. Values can contain templates such as <code>{example}</code>.
            </>
          ) : (
            "Choose one of the operations that your key may call."
          )
        }
      >
        {(control) => (
          <>
            <input
              {...control}
              class="input"
              type="text"
              list={`${id}-operations`}
              required
              autocomplete="off"
              spellcheck={false}
              placeholder="tasks.create"
              value={action.operation}
              onInput={({ currentTarget }) => onAction({ operation: currentTarget.value.trim() })}
            />
            <datalist id={`${id}-operations`}>
              {[...session.operations.values()].map((one) => (
                <option key={one.id} value={one.id}>
                  {one.summary}
                </option>
              ))}
            </datalist>
          </>
        )}
      </Field>
      {found && (
        <Loaded query={query}>
          {(described) =>
            described && (
              <ActionInput
                key={described.id}
                operation={described}
                given={action.input ?? {}}
                example={example}
                onValid={onValid}
                onInput={(input) => onAction({ ...action, input })}
              />
            )
          }
        </Loaded>
      )}
      {found && found.effect !== "read" && (
        <label class="row">
          <input
            type="checkbox"
            checked={action.propose ?? false}
            onChange={({ currentTarget: { checked } }) => {
              const { propose: _, ...others } = action;
              onAction(checked ? { ...others, propose: true } : others);
            }}
          />
          Ask for approval before each run
        </label>
      )}
    </fieldset>
  );
}

interface ActionInputProps {
  readonly operation: Described;
  readonly given: Input;
  readonly example: string;
  readonly onInput: (input: Input) => void;
  readonly onValid: (isValid: boolean) => void;
}

function ActionInput({ operation, given, example, onInput, onValid }: ActionInputProps) {
  const [first] = useState(given);
  const [fields] = useState(() => operation.fields.map((field) => ({ ...field, template: example })));
  const form = useFields(fields, first);
  const isValid = Object.keys(form.faults).length === 0;
  useEffect(() => {
    onValid(isValid);
    // Another operation begins without faults.
    return () => onValid(true);
  }, [isValid, onValid]);
  const reported = useRef(form.input);
  useEffect(() => {
    if (reported.current === form.input) return;
    reported.current = form.input;
    onInput(form.input);
  }, [form.input, onInput]);
  const needed = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  return (
    <>
      <FieldInputs fields={needed} form={form} error={undefined} />
      {optional.length > 0 && (
        <details class="rare" open={optional.some(({ name }) => first[name] !== undefined)}>
          <summary>More fields of this operation</summary>
          <div class="stack">
            <FieldInputs fields={optional} form={form} error={undefined} />
          </div>
        </details>
      )}
    </>
  );
}
