import { PosternError } from "@postern/client";
import { commandLine } from "@postern/client/command-line";
import { useMemo, useState } from "preact/hooks";
import { methodOf } from "../data/call.ts";
import type { Described } from "../data/catalog.ts";
import { useSession } from "../session/session.ts";
import { useActions } from "../ui/actions.tsx";
import { Command } from "../ui/copy.tsx";
import { Json } from "../ui/json.tsx";
import { Problem } from "../ui/problem.tsx";
import { controlOf, fieldText, fieldValue } from "./control.ts";
import { FieldInput } from "./field-input.tsx";

type Input = Readonly<Record<string, unknown>>;

/** A form made from the fields of an operation, and the answer. */
export function OperationForm({ operation, given }: { operation: Described; given: Input }) {
  const session = useSession();
  const { run } = useActions();
  const textsOf = (input: Input) =>
    Object.fromEntries(operation.fields.map(({ name, schema }) => [name, fieldText(input[name], controlOf(schema))]));
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() => textsOf(given));
  const [answer, setAnswer] = useState<{ value?: unknown; error?: unknown }>({});
  const [isBusy, setBusy] = useState(false);
  const { input, faults } = useMemo(() => read(operation, texts), [operation, texts]);
  const refused = faultsIn(answer.error);

  async function submit(): Promise<void> {
    if (Object.keys(faults).length > 0) return;
    setBusy(true);
    try {
      const value =
        operation.effect === "read"
          ? await methodOf(session, operation.id)(input)
          : await run({ operation: operation.id, input }, { throws: true, showPlan: true });
      if (value !== undefined) setAnswer({ value });
    } catch (error) {
      session.failed(error);
      setAnswer({ error });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      class="stack narrow"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {operation.examples.length > 0 && (
        <div class="row wrap">
          <span class="muted">Examples:</span>
          {operation.examples.map(({ title, input }) => (
            <button key={title} type="button" class="button" onClick={() => setTexts(textsOf(input))}>
              {title}
            </button>
          ))}
        </div>
      )}
      {operation.fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          text={texts[field.name] ?? ""}
          fault={faults[field.name] ?? refused[field.name]}
          onText={(text) => setTexts((before) => ({ ...before, [field.name]: text }))}
        />
      ))}
      <Command text={commandLine(operation.id, input)} />
      <div>
        <button type="submit" class="button main" disabled={isBusy}>
          {operation.effect === "read" ? "Call" : "Show the plan"}
        </button>
      </div>
      {answer.error !== undefined && <Problem error={answer.error} />}
      {answer.value !== undefined && <Json value={answer.value} label="Answer" />}
    </form>
  );
}

/** The input that was entered, and what is wrong with it, by field. */
function read(operation: Described, texts: Readonly<Record<string, string>>) {
  const input: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const { name, schema } of operation.fields) {
    try {
      const value = fieldValue(texts[name] ?? "", controlOf(schema));
      if (value !== undefined) input[name] = value;
    } catch (error) {
      faults[name] = `must be JSON: ${(error as Error).message}`;
    }
  }
  return { input, faults };
}

/** What the gateway refused, by the field at the beginning of each path. */
const faultsIn = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof PosternError
    ? Object.fromEntries(error.issues.map(({ path, message }) => [path.split("/")[1] ?? "", message]))
    : {};
