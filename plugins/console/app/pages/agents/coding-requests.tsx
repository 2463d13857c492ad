import type { Permission } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Time } from "../../ui/time.tsx";
import { CodingContents } from "./coding-message.tsx";

/** The open permission requests of a session, with a button for each possible answer. */
export function CodingRequests({ requests }: { requests: readonly Permission[] }) {
  return (
    <section class="coding-requests" aria-label="Permission requests">
      {requests.map((request) => (
        <Request key={request.id} request={request} />
      ))}
    </section>
  );
}

function Request({ request: { id, session, title, content = [], options, createdAt } }: { request: Permission }) {
  const { may } = useSession();
  const { run } = useActions();
  const [isBusy, setBusy] = useState(false);

  async function answer(option: string): Promise<void> {
    setBusy(true);
    await run({ operation: "agentx.sessions.answer", input: { session, request: id, option } }, { showPlan: false });
    setBusy(false);
  }

  return (
    <article class="coding-request" aria-label={title}>
      <div class="row wrap">
        <strong class="words grow" dir="auto">
          {title}
        </strong>
        <span class="small">
          asked <Time at={createdAt} />
        </span>
      </div>
      {content.length > 0 && (
        <div class="coding-asked">
          <CodingContents contents={content} />
        </div>
      )}
      <div class="row wrap">
        {may("agentx.sessions.answer")
          ? options.map(({ option, name, kind }) => (
              <button
                key={option}
                type="button"
                class={kind?.startsWith("allow") ? "button main" : "button"}
                disabled={isBusy}
                onClick={() => void answer(option)}
              >
                {name}
              </button>
            ))
          : "Another key with the right to answer decides this."}
      </div>
    </article>
  );
}
