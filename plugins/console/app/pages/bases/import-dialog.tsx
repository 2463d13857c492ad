import type { Base, Property } from "@postern/client/api";
import { useEffect, useState } from "preact/hooks";
import { methodOf, type ShownPlan } from "../../data/call.ts";
import { useSession } from "../../session/session.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Table } from "../../ui/table.tsx";
import { notify } from "../../ui/toasts.tsx";
import { firstLines, type SentFile, sendFile } from "./file.ts";
import { TYPES } from "./types.ts";

interface ImportDialogProps {
  readonly base: Base;
  readonly properties: readonly Property[];
  readonly file: File;
  readonly onClose: () => void;
}

/** What the plan of an import says. */
interface ImportPlan {
  readonly summary: string;
  readonly isRefused: boolean;
  readonly columns: { readonly ids: readonly string[]; readonly names: readonly string[] };
  readonly properties: readonly Pick<Property, "id" | "name" | "type">[];
  readonly lines: number;
  readonly good: number;
  readonly bad: number;
  readonly diagnostics: readonly { line: number; column?: string; message: string }[];
  readonly diagnosticsTotal: number;
}

/** How many errors are shown. */
const SHOWN_ERRORS = 50;

/** Shows what an import would do, as the gateway plans it, and executes exactly that. */
export function ImportDialog({ base, properties, file, onClose }: ImportDialogProps) {
  const session = useSession();
  const [share, setShare] = useState(0);
  const [sent, setSent] = useState<SentFile | undefined>();
  const [head, setHead] = useState<readonly string[][]>([]);
  const [createProperties, setCreateProperties] = useState(false);
  const [partial, setPartial] = useState(false);
  const [shown, setShown] = useState<ShownPlan | undefined>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    sendFile(session, base.id, file, setShare).then(setSent, setError);
    firstLines(file).then(setHead, setError);
  }, [session, base.id, file]);

  useEffect(() => {
    if (!sent) return;
    let isOver = false;
    setShown(undefined);
    setError(undefined);
    const input = {
      base: base.id,
      ...sent,
      ...(createProperties && { createProperties }),
      ...(partial && { partial }),
    };
    methodOf(session, "bases.rows.import")
      .plan(input)
      .then(
        (plan) => !isOver && setShown(plan),
        (reason: unknown) => !isOver && setError(reason),
      );
    return () => {
      isOver = true;
    };
  }, [session, base.id, sent, createProperties, partial]);

  async function execute(): Promise<void> {
    setBusy(true);
    try {
      const answer = (await shown?.execute()) as { state: string; created: number };
      session.live.changed();
      notify({
        text: answer.state === "running" ? "The import runs in the background" : `Imported ${answer.created} rows`,
      });
      onClose();
    } catch (reason) {
      session.failed(reason);
      setError(reason);
      setBusy(false);
    }
  }

  const plan = shown?.plan as unknown as ImportPlan | undefined;
  return (
    <Dialog
      title="Import rows"
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            class="button main"
            disabled={!plan || plan.isRefused || isBusy}
            onClick={() => void execute()}
          >
            {plan && !plan.isRefused ? `Import ${plan.good.toLocaleString()} rows` : "Import"}
          </button>
        </>
      }
    >
      <p class="words" dir="auto">
        {file.name}
      </p>
      <div class="row wrap">
        <label class="row">
          <input
            type="checkbox"
            checked={createProperties}
            onInput={(event) => setCreateProperties(event.currentTarget.checked)}
          />
          Create missing properties
        </label>
        <label class="row">
          <input type="checkbox" checked={partial} onInput={(event) => setPartial(event.currentTarget.checked)} />
          Skip invalid lines
        </label>
      </div>
      {error !== undefined && <Problem error={error} />}
      {!plan && error === undefined && (
        <label class="stack muted">
          {sent ? "Checking all lines…" : "Reading the file…"}
          <progress class="bases-progress" value={sent ? undefined : share} />
        </label>
      )}
      {plan && <PlanOf plan={plan} properties={properties} />}
      {head.length > 0 && <Head lines={head} />}
    </Dialog>
  );
}

function PlanOf({ plan, properties }: { plan: ImportPlan; properties: readonly Property[] }) {
  const { summary, columns, diagnostics, diagnosticsTotal } = plan;
  const targetOf = (id: string | undefined): string => {
    const known = properties.find((one) => one.id === id);
    if (known) return `${known.name} (${TYPES[known.type].label})`;
    const created = plan.properties.find((one) => one.id === id);
    return created ? `New: ${created.name} (${TYPES[created.type].label})` : "—";
  };
  return (
    <>
      <p class="words" dir="auto">
        {summary}
      </p>
      <Table label="Columns of the file" columns={["Column", "Property"]}>
        {columns.names.map((name, at) => (
          <tr key={`${at} ${name}`}>
            <td dir="auto">{name}</td>
            <td dir="auto">{targetOf(columns.ids[at])}</td>
          </tr>
        ))}
      </Table>
      {diagnostics.length > 0 && (
        <>
          <p>{diagnosticsTotal.toLocaleString()} errors</p>
          <Table label="Errors" columns={["Line", "Column", "Error"]}>
            {diagnostics.slice(0, SHOWN_ERRORS).map(({ line, column, message }, at) => (
              <tr key={`${at} ${line}`}>
                <td>{line}</td>
                <td dir="auto">{column}</td>
                <td dir="auto">{message}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </>
  );
}

function Head({ lines: [names = [], ...lines] }: { lines: readonly string[][] }) {
  return (
    <details open>
      <summary>First lines</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section class="scroll-x" tabIndex={0} aria-label="First lines">
        <table class="table small">
          <thead>
            <tr>
              {names.map((name, at) => (
                <th key={`${at} ${name}`} scope="col" dir="auto">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((cells, at) => (
              <tr key={`${at} ${cells[0]}`}>
                {cells.map((cell, column) => (
                  <td key={`${column} ${cell}`} dir="auto">
                    {cell.slice(0, 100)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
