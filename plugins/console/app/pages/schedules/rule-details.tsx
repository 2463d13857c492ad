import type { RuleDetails, RuleRun } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Id } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { BackLink } from "../../ui/list-page.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { ActionView } from "./action-view.tsx";
import { CommonButtons } from "./common-buttons.tsx";
import { rulePath } from "./paths.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import { RuleTest } from "./rule-test.tsx";
import { Runs } from "./runs.tsx";

/** One rule: after which events it runs, what it does, and what came of it. */
export function RuleView({ id }: { id: string }) {
  const { may } = useSession();
  const [isEditing, setEditing] = useState(false);
  const query = useQuery(`rule ${id}`, async (client, signal) => (await client.rules.show({ id }, { signal })).rule, {
    events: ["rules.**"],
  });
  return (
    <div class="stack padded">
      <BackLink to={rulePath()}>← All rules</BackLink>
      <Loaded query={query}>
        {(rule) => (
          <>
            <div class="row wrap">
              <h2 class="words" dir="auto">
                {rule.name}
              </h2>
              <Badge text={rule.status} />
            </div>
            <CommonButtons
              group="rules"
              id={id}
              isEnabled={rule.status === "enabled"}
              back={rulePath()}
              onEdit={() => setEditing(true)}
            />
            {rule.lastError !== undefined && (
              <p class="notice bad-note words" dir="auto">
                {rule.lastError} {rule.lastErrorAt !== undefined && <Time at={rule.lastErrorAt} />}
              </p>
            )}
            <RuleFacts rule={rule} />
            <ActionView action={rule.action} />
            {may("rules.test") && <RuleTest rule={rule} />}
            {may("rules.runs.list") && <RuleRuns id={id} />}
            {isEditing && <RuleDialog rule={rule} onClose={() => setEditing(false)} />}
          </>
        )}
      </Loaded>
    </div>
  );
}

function RuleRuns({ id }: { id: string }) {
  return (
    <Runs
      title="Last runs"
      group="rules.runs"
      about={id}
      load={async (client, limit, signal) => {
        const { runs, nextOffset } = await client.rules.runs.list({ rule: id, limit }, { signal });
        return {
          runs: (runs as unknown as readonly RuleRun[]).map((run) => ({
            ...run,
            outcome: run.lastAttempt?.status,
            text: run.lastAttempt?.error?.message ?? run.type,
          })),
          hasMore: nextOffset !== undefined,
        };
      }}
    />
  );
}

function RuleFacts({ rule }: { rule: RuleDetails }) {
  const { id, on, when, runs, failures, skipped, filterErrors, lastRunAt } = rule;
  const { quietTime, debounceMs, rate } = when ?? {};
  return (
    <Facts>
      <Fact name="After">
        <code>{on.types.join(" ")}</code>
      </Fact>
      {on.filter !== undefined && (
        <Fact name="Condition">
          <code dir="ltr">{on.filter}</code>
        </Fact>
      )}
      {debounceMs !== undefined && <Fact name="Debounce">{debounceMs.toLocaleString()} ms</Fact>}
      {rate && (
        <Fact name="Limit">
          {rate.count.toLocaleString()} runs in {rate.perMs.toLocaleString()} ms
        </Fact>
      )}
      {quietTime && (
        <Fact name="Quiet time">
          {quietTime.from} to {quietTime.to} <span class="muted">{quietTime.timezone}</span>
        </Fact>
      )}
      <Fact name="Runs">
        {runs.toLocaleString()} done, {failures.toLocaleString()} failed, {skipped.toLocaleString()} skipped
      </Fact>
      {filterErrors > 0 && <Fact name="Errors of the condition">{filterErrors.toLocaleString()}</Fact>}
      <Fact name="Last run">
        {lastRunAt === undefined ? <span class="muted">Never</span> : <Time at={lastRunAt} />}
      </Fact>
      <Fact name="Id">
        <Id id={id} />
      </Fact>
    </Facts>
  );
}
