import type { AddedPage } from "../../session/added-pages.ts";
import { useSession } from "../../session/session.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { rightsShown } from "./right.ts";

/** What a page of a plugin may do as the viewer. */
export function Rights({ page }: { page: AddedPage }) {
  const { reads, writes, planned } = rightsShown(page, useSession().operations.values());
  const { plugin, version, uses, confirmed } = page;
  return (
    <div class="stack">
      <Facts>
        <Fact name="Plugin">
          {plugin} {version}
        </Fact>
        <Fact name="Uses">
          <code>{uses.join(", ")}</code>
        </Fact>
      </Facts>
      {uses.includes("**") && <p>** stands for all operations and events of the gateway that your key may use.</p>}
      <Operations title="Reads" ids={reads} />
      <Operations title="Changes without asking" ids={writes} />
      <Operations title="Shows you the plan first" ids={planned} />
      {confirmed.length > 0 && (
        <section class="stack confirmed-operations">
          <strong>Asks you each time: creates keys, answers secrets, decides approvals or sets up lasting work</strong>
          <ul>
            {confirmed.map(({ id, summary }) => (
              <li key={id}>
                <code>{id}</code> <span class="muted">{summary}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Operations({ title, ids }: { title: string; ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <details>
      <summary>
        {title}: {ids.length === 1 ? "1 operation" : `${ids.length} operations`}
      </summary>
      <ul class="operation-ids">
        {ids.map((id) => (
          <li key={id}>
            <code>{id}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
