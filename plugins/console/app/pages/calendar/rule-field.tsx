import { useId, useState } from "preact/hooks";
import { isKnownRule, RULES } from "./recurrence.ts";

const OTHER = "other";

/** How often an event repeats. */
export function RuleField({ rule, onRule }: { rule: string; onRule: (rule: string) => void }) {
  const id = useId();
  const [isOther, setOther] = useState(!isKnownRule(rule));
  return (
    <>
      <div class="field">
        <label for={`${id}-choice`}>Repeats</label>
        <select
          id={`${id}-choice`}
          class="input"
          value={isOther ? OTHER : rule}
          onChange={({ currentTarget: { value } }) => {
            setOther(value === OTHER);
            if (value !== OTHER) onRule(value);
          }}
        >
          {RULES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value={OTHER}>Another rule</option>
        </select>
      </div>
      {isOther && (
        <div class="field">
          <label for={`${id}-rule`}>Rule</label>
          <input
            id={`${id}-rule`}
            class="input"
            required
            placeholder="FREQ=WEEKLY;BYDAY=MO;COUNT=10"
            value={rule}
            onInput={(event) => onRule(event.currentTarget.value)}
          />
        </div>
      )}
    </>
  );
}
