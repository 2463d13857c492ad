import type { Base, Property } from "@postern/client/api";
import { useEffect, useState } from "preact/hooks";
import { methodOf, type ShownPlan } from "../../data/call.ts";
import { useSession } from "../../session/session.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notify } from "../../ui/toasts.tsx";
import { countText } from "./count.ts";
import { firstLines, type SentFile, sendFile } from "./file.ts";
import { FirstLines } from "./first-lines.tsx";
import { type ImportPlan, PlannedImport } from "./planned-import.tsx";

interface ImportDialogProps {
  readonly base: Base;
  readonly properties: readonly Property[];
  readonly file: File;
  readonly onClose: () => void;
}

/** Shows what an import would do, as the gateway plans it, and executes exactly that. */
export function ImportDialog({ base, properties, file, onClose }: ImportDialogProps) {
  const session = useSession();
  const [share, setShare] = useState(0);
  const [sent, setSent] = useState<SentFile | undefined>();
  const [head, setHead] = useState<readonly string[][]>([]);
  const [createProperties, setCreateProperties] = useState(true);
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
        text:
          answer.state === "running"
            ? "The import runs in the background"
            : `Imported ${countText(answer.created, "row")}`,
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
            {plan && !plan.isRefused ? `Import ${countText(plan.good, "row")}` : "Import"}
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
      {plan && <PlannedImport plan={plan} properties={properties} />}
      {head.length > 0 && <FirstLines lines={head} />}
    </Dialog>
  );
}
