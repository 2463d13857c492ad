import { PosternError } from "@postern/client";
import type { Edit, Edits } from "./edits.ts";
import { textOf } from "./values.ts";

/** What happened to a value that could not be saved, and what the person can do. */
export function EditNotice({ edit, edits }: { edit: Edit; edits: Edits }) {
  const { row, property, mine, state, theirs, error } = edit;
  const shown = (value: unknown) => textOf(value, property).slice(0, 200) || "(empty)";
  return (
    <div class="bases-notice" role="alert" aria-label={`${property.name} was not saved`}>
      {state === "conflict" && theirs ? (
        <>
          <p>
            Somebody else has changed <strong dir="auto">{property.name}</strong>.
          </p>
          <dl class="bases-sides">
            <dt>Theirs</dt>
            <dd dir="auto">{shown(theirs.values[property.key])}</dd>
            <dt>Yours</dt>
            <dd dir="auto">{shown(mine)}</dd>
          </dl>
          <div class="row">
            <button type="button" class="button" onClick={() => edits.discard(edit)}>
              Keep theirs
            </button>
            <button type="button" class="button main" onClick={() => void edits.save(theirs, property, mine)}>
              Use mine
            </button>
          </div>
        </>
      ) : (
        <>
          <p class="words" dir="auto">
            {messageOf(error)}
          </p>
          <dl class="bases-sides">
            <dt>Yours</dt>
            <dd dir="auto">{shown(mine)}</dd>
          </dl>
          <div class="row">
            <button type="button" class="button" onClick={() => edits.discard(edit)}>
              Discard
            </button>
            <button type="button" class="button main" onClick={() => void edits.save(row, property, mine)}>
              Try again
            </button>
          </div>
        </>
      )}
    </div>
  );
}

function messageOf(error: unknown): string {
  if (error instanceof PosternError) return error.issues[0]?.message ?? error.detail;
  return error instanceof Error ? error.message : String(error);
}
