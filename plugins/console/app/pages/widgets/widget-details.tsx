import type { Api } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { bytesText } from "../../ui/bytes.ts";
import { Command } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { useWidgets } from "./read.ts";

const PAGE = 30;

interface WidgetDetailsProps {
  readonly widgetRef: string;
  readonly shown: Api["widgets.show"]["output"];
  readonly onVersion: (version: number | undefined) => void;
}

/** What is known of a widget: facts, versions and the files of the shown version. */
export function WidgetDetails({ widgetRef: ref, shown: { item, version, files }, onVersion }: WidgetDetailsProps) {
  return (
    <aside class="stack widget-details" aria-label="Details">
      {item.description !== "" && (
        <p class="words" dir="auto">
          {item.description}
        </p>
      )}
      <Facts>
        <Fact name="Reference">
          <code>{ref}</code>
        </Fact>
        <Fact name="Kind">{item.kind}</Fact>
        <Fact name="Other hosts">{version.externalAllowed ? "may connect" : "blocked"}</Fact>
        {item.project.id !== "" && <Fact name="Project">{item.project.name}</Fact>}
      </Facts>
      <Versions widgetRef={ref} newest={item.version} current={version.version} onVersion={onVersion} />
      <details>
        <summary>
          {files.length === 1 ? "1 file" : `${files.length} files`}, {bytesText(version.bytes)}
        </summary>
        <ul class="widget-files">
          {files.map(({ path, bytes }) => (
            <li key={path} class="row small">
              <code class="grow" dir="auto">
                {path}
              </code>
              <span class="muted">{bytesText(bytes)}</span>
            </li>
          ))}
        </ul>
      </details>
      {!item.archived && <Command text={`postern widgets link --ref ${ref}`} />}
    </aside>
  );
}

interface VersionsProps {
  readonly widgetRef: string;
  readonly newest: number;
  readonly current: number;
  readonly onVersion: (version: number | undefined) => void;
}

function Versions({ widgetRef: ref, newest, current, onVersion }: VersionsProps) {
  const { may } = useSession();
  const { run } = useActions();
  const [limit, setLimit] = useState(PAGE);
  const query = useWidgets(`versions ${ref} ${limit}`, (client, signal) =>
    client.widgets.versions({ ref, limit }, { signal }),
  );
  return (
    <section class="stack">
      <h2>Versions</h2>
      <Loaded query={query}>
        {({ versions, nextOffset }) => (
          <>
            <ol class="list" aria-label="Versions">
              {versions.map(({ version = 0, note, restores, publishedAt = "", publishedBy }) => (
                <li key={version} class="widget-version" aria-current={version === current ? "true" : undefined}>
                  <span class="row wrap">
                    <button
                      type="button"
                      class="button quiet"
                      aria-pressed={version === current}
                      onClick={() => onVersion(version === newest ? undefined : version)}
                    >
                      Version {version}
                    </button>
                    {version === newest && <Badge text="served" tone="good" />}
                    <span class="grow" />
                    {version !== newest && may("widgets.rollback") && (
                      <button
                        type="button"
                        class="button"
                        onClick={() =>
                          void run(
                            { operation: "widgets.rollback", input: { ref, toVersion: version } },
                            { done: `Restored version ${version}` },
                          ).then((answer) => answer && onVersion(undefined))
                        }
                      >
                        Restore
                      </button>
                    )}
                  </span>
                  <span class="small muted">
                    <Time at={publishedAt} /> by <span dir="auto">{publishedBy?.name}</span>
                    {restores !== undefined && `, restores version ${restores}`}
                  </span>
                  {note !== undefined && (
                    <span class="words" dir="auto">
                      {note}
                    </span>
                  )}
                </li>
              ))}
            </ol>
            {nextOffset !== undefined && limit < 500 && (
              <button type="button" class="button quiet" onClick={() => setLimit(500)}>
                Show older versions
              </button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
