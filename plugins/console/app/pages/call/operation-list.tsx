import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";

/** All operations that the key may call, by group. */
export function OperationList() {
  const { operations } = useSession();
  const [text, setText] = useState("");
  const words = text.toLowerCase().split(/\s+/);
  const found = [...operations.values()].filter(({ id, summary }) =>
    words.every((word) => `${id} ${summary}`.toLowerCase().includes(word)),
  );
  return (
    <Page
      title="Operations"
      actions={
        <input
          class="input grow"
          type="search"
          data-search
          aria-label="Search operations"
          placeholder="Search operations"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      }
      isFlush
    >
      <ul class="list">
        {found.map(({ id, summary, effect }) => (
          <li key={id}>
            <Link to={`call/${id}`} class="item">
              <div class="row wrap">
                <code class="grow">{id}</code>
                <Badge text={effect} tone={effect === "destroy" ? "bad" : effect === "external" ? "warn" : "plain"} />
              </div>
              <div class="muted">{summary}</div>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
