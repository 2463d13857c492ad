import type { RuleDetails } from "@postern/client/api";
import { useId, useState } from "preact/hooks";
import { jsonFault } from "../../forms/control.ts";
import { useSession } from "../../session/session.ts";
import { Json } from "../../ui/json.tsx";
import { Problem } from "../../ui/problem.tsx";

interface Tested {
  readonly isMatch: boolean;
  readonly error?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly inputError?: string;
}

/** Tries a rule with an event that need not have happened. Nothing is run. */
export function RuleTest({ rule }: { rule: RuleDetails }) {
  const session = useSession();
  const id = useId();
  const [type, setType] = useState(rule.on.types.find((one) => !one.includes("*")) ?? "");
  const [data, setData] = useState("{}");
  const [answer, setAnswer] = useState<{ tested?: Tested; error?: unknown }>({});
  const fault = jsonFault(data);

  async function test(): Promise<void> {
    try {
      const event = { type, data: JSON.parse(data) };
      setAnswer({ tested: await session.client.rules.test({ rule: rule.id, event }) });
    } catch (error) {
      session.failed(error);
      setAnswer({ error });
    }
  }

  const { tested, error } = answer;
  return (
    <details class="rare">
      <summary>Test with an event</summary>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void test();
        }}
      >
        <div class="field">
          <label for={`${id}-type`}>Event type</label>
          <input
            id={`${id}-type`}
            class="input"
            required
            spellcheck={false}
            value={type}
            onInput={({ currentTarget }) => setType(currentTarget.value.trim())}
          />
        </div>
        <div class="field">
          <label for={`${id}-data`}>Data (as JSON)</label>
          <textarea
            id={`${id}-data`}
            class="input"
            dir="ltr"
            spellcheck={false}
            aria-invalid={fault !== undefined}
            aria-describedby={`${id}-fault`}
            value={data}
            onInput={({ currentTarget }) => setData(currentTarget.value)}
          />
          <div id={`${id}-fault`} class="fault">
            {fault}
          </div>
        </div>
        <div>
          <button type="submit" class="button" disabled={fault !== undefined}>
            Test
          </button>
        </div>
        {error !== undefined && <Problem error={error} />}
        {tested && (
          <p class={tested.isMatch ? "notice good-note words" : "notice bad-note words"} role="status" dir="auto">
            {tested.isMatch ? "The rule would run." : "The rule would not run."} {tested.error ?? tested.inputError}
          </p>
        )}
        {tested?.isMatch && tested.input && <Json value={tested.input} label="Input that the operation would get" />}
      </form>
    </details>
  );
}
