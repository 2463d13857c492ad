import type { Api } from "@postern/client/api";
import { commandLine } from "@postern/client/command-line";
import { useState } from "preact/hooks";
import { labelOf } from "../../forms/label.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Changes } from "../../ui/changes.tsx";
import { Command } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Json } from "../../ui/json.tsx";
import { Time } from "../../ui/time.tsx";

export type Approval = Api["approvals.show"]["output"]["approval"];

interface Option {
  readonly option: string;
  readonly name: string;
  readonly kind?: string;
}

/** Decides about a proposal: approves exactly the plan that is shown, or denies it, with a note. */
export function ApprovalDecision({ approval }: { approval: Approval }) {
  const { may } = useSession();
  const { run } = useActions();
  const [note, setNote] = useState("");
  const [isBusy, setBusy] = useState(false);
  const { stale } = approval;
  const plan = stale?.plan ?? approval.plan;
  const noted = note === "" ? {} : { note };
  const approve = { id: approval.id, digest: stale?.digest ?? approval.digest, ...noted };
  const options = optionsOf(approval);
  const canApprove = may("approvals.approve") && (!stale || stale.digest !== undefined);

  async function decide(operation: string, input: Record<string, unknown>, done: string): Promise<void> {
    setBusy(true);
    await run({ operation, input }, { done, showPlan: false });
    setBusy(false);
  }

  return (
    <div class="stack">
      <Facts class="inbox-facts">
        <Fact name="Operation">
          <code>{approval.operation}</code>
        </Fact>
        <InputFacts input={approval.input} />
        {approval.effects.length > 0 && <Fact name="Reaches">{approval.effects.join(", ")}</Fact>}
        {approval.quorum > 1 && (
          <Fact name="Approved by">
            {approval.votes.length} of {approval.quorum}:{" "}
            <bdi>{approval.votes.map(({ label }) => label).join(", ")}</bdi>
          </Fact>
        )}
        <Fact name="Expires">
          <Time at={approval.expiresAt} />
        </Fact>
      </Facts>
      {stale && (
        <div class="stack">
          <p>{stale.reason ?? "The plan of the command has changed since it was proposed:"}</p>
          <Changes changes={stale.changes} />
        </div>
      )}
      <details>
        <summary>Plan, input and command</summary>
        <div class="stack">
          <Json value={plan} label="Plan" />
          <Json value={approval.input} label="Input" />
          <Command text={commandLine("approvals.approve", approve)} />
        </div>
      </details>
      <div class="row wrap inbox-decision">
        <input
          class="input inbox-note"
          dir="auto"
          aria-label="Note"
          value={note}
          placeholder="Note (optional)"
          onInput={(event) => setNote(event.currentTarget.value)}
        />
        {may("approvals.deny") && (
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() => decide("approvals.deny", { id: approval.id, ...noted }, "Denied")}
          >
            Deny
          </button>
        )}
        {canApprove && options.length === 0 && (
          <button
            type="button"
            class="button main"
            disabled={isBusy}
            onClick={() => decide("approvals.approve", approve, "Approved")}
          >
            Approve
          </button>
        )}
        {canApprove &&
          options.map(({ option, name }) => (
            <button
              key={option}
              type="button"
              class="button"
              dir="auto"
              disabled={isBusy}
              onClick={() => decide("approvals.approve", { ...approve, option }, `Answered: ${name}`)}
            >
              {name}
            </button>
          ))}
      </div>
    </div>
  );
}

/** How many members of an input are shown, and how much of each text, in characters. */
const MOST_FACTS = 6;
const MOST_TEXT = 300;

/** The input as far as it is short. All of it is below. */
function InputFacts({ input }: Pick<Approval, "input">) {
  const members = Object.entries(input as Record<string, unknown>).filter(
    ([name, value]) => name !== "execute" && name !== "dryRun" && value !== null && typeof value !== "object",
  );
  return (
    <>
      {members.slice(0, MOST_FACTS).map(([name, value]) => (
        <Fact key={name} name={labelOf(name)}>
          <span class="words" dir="auto">
            {String(value).length > MOST_TEXT ? `${String(value).slice(0, MOST_TEXT)}…` : String(value)}
          </span>
        </Fact>
      ))}
    </>
  );
}

/** The options that allow what a coding agent asked for. */
const optionsOf = ({ kind, plan }: Approval): readonly Option[] =>
  kind === "permission"
    ? (plan as { options: readonly Option[] }).options.filter(({ kind }) => !kind?.startsWith("reject"))
    : [];
