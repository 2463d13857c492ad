import type { Base, RowImport } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty, Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { useBases } from "./read.ts";

const PAGE = 20;

/** The imports into a base, newest first, with their progress. */
export function ImportsDialog({ base, onClose }: { base: Base; onClose: () => void }) {
  const [limit, setLimit] = useState(PAGE);
  const query = useBases(
    `imports ${base.id} ${limit}`,
    (client, signal) => client.bases.imports.list({ base: base.id, limit }, { signal }),
    { base: base.id, events: ["bases.import.*"] },
  );
  return (
    <Dialog title="Imports" onClose={onClose}>
      <Loaded query={query}>
        {({ imports, nextOffset }) =>
          imports.length === 0 ? (
            <Empty
              text="Nothing was imported yet. Drop a file on the grid, or use a terminal:"
              command={`postern bases rows import --base ${base.slug} --format csv --content @rows.csv`}
            />
          ) : (
            <ul class="list">
              {(imports as RowImport[]).map((one) => (
                <ImportItem key={one.id} one={one} />
              ))}
              {nextOffset !== undefined && (
                <li>
                  <button type="button" class="button" onClick={() => setLimit(limit + PAGE)}>
                    Show more
                  </button>
                </li>
              )}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function ImportItem({ one }: { one: RowImport }) {
  const { may } = useSession();
  const { run } = useActions();
  const { id, state, format, rows, of, skipped, createdAt, reason, lastError } = one;
  const act = (operation: string, done: string) => void run({ operation, input: { import: id } }, { done });
  return (
    <li class="stack bases-listed">
      <div class="row wrap">
        <Badge text={state} />
        <span class="grow">
          {rows.toLocaleString()} of {of.toLocaleString()} rows, {format.toUpperCase()}
          {skipped > 0 && `, ${skipped.toLocaleString()} lines skipped`}
        </span>
        <Time at={createdAt} />
        {lastError !== undefined && may("bases.imports.retry") && (
          <button type="button" class="button" onClick={() => act("bases.imports.retry", "Retried")}>
            Retry
          </button>
        )}
        {(state === "done" || state === "running") && may("bases.imports.undo") && (
          <button type="button" class="button" onClick={() => act("bases.imports.undo", "Undone")}>
            Undo
          </button>
        )}
      </div>
      {(state === "running" || state === "undoing") && (
        <progress class="bases-progress" aria-label="Progress" max={of} value={rows} />
      )}
      {(reason ?? lastError) !== undefined && (
        <p class="small words" dir="auto">
          {reason ?? lastError}
        </p>
      )}
    </li>
  );
}
