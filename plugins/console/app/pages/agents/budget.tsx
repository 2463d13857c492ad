import type { ResponderDetails } from "@postern/client/api";

/** What a responder used today, and what it may use. */
export function ResponderUsage({ responder: { usage, budget } }: { responder: ResponderDetails }) {
  return (
    <section class="stack">
      <h3>Used today (UTC)</h3>
      <ul class="agent-usage">
        {(["turns", "tokens", "cost"] as const).map((name) => (
          <li key={name} class="card">
            <span class="small muted">{name}</span>
            <strong>{numberOf(usage[name])}</strong>
            {budget?.[name] === undefined ? (
              <span class="small muted">no limit</span>
            ) : (
              <>
                <span class="small muted">of {numberOf(budget[name])}</span>
                <meter min={0} max={budget[name]} value={usage[name]} aria-label={`Used ${name}`} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const numberOf = (value: number): string => value.toLocaleString(undefined, { maximumFractionDigits: 4 });
