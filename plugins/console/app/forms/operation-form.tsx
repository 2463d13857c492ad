import { commandLine } from "@postern/client/command-line";
import { useState } from "preact/hooks";
import { methodOf } from "../data/call.ts";
import type { Described } from "../data/catalog.ts";
import { useSession } from "../session/session.ts";
import { useActions } from "../ui/actions.tsx";
import { Command } from "../ui/copy.tsx";
import { Json } from "../ui/json.tsx";
import { Problem } from "../ui/problem.tsx";
import { FieldInputs } from "./field-inputs.tsx";
import { type Input, useFields } from "./fields.ts";

/** A form made from the fields of an operation, and the answer. */
export function OperationForm({ operation, given }: { operation: Described; given: Input }) {
  const session = useSession();
  const { run } = useActions();
  const form = useFields(operation.fields, given);
  const [answer, setAnswer] = useState<{ value?: unknown; error?: unknown }>({});
  const [isBusy, setBusy] = useState(false);
  const { input, faults } = form;

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
            <button key={title} type="button" class="button" onClick={() => form.fill(input)}>
              {title}
            </button>
          ))}
        </div>
      )}
      <FieldInputs fields={operation.fields} form={form} error={answer.error} />
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
