import type { Base } from "@postern/client/api";
import { useState } from "preact/hooks";
import { go, pathTo, place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Link } from "../../ui/link.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Empty, Loaded, Page } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { BaseDialog } from "./base-dialog.tsx";
import { BaseFromFile } from "./base-from-file.tsx";
import { BaseIcon } from "./base-icon.tsx";
import { countText } from "./count.ts";
import { useBases } from "./read.ts";

/** More bases than this are not read at once. */
const MOST = 2_000;
const COMMAND = `postern bases create --name Leads --props '{"name":"Company","type":"text"}'`;

/** The bases that are active, or those that are archived. */
export function BaseList() {
  const { may } = useSession();
  const { run } = useActions();
  const [dialog, setDialog] = useState<{ base?: Base } | undefined>();
  const isArchived = place.value.query.get("status") === "archived";
  const query = useBases(
    `bases ${isArchived}`,
    async (client, signal) => {
      const found: Base[] = [];
      const pages = client.bases.list.all({ status: isArchived ? "archived" : "active", limit: 200 }, { signal });
      for await (const base of pages) if (found.push(base as Base) === MOST) break;
      return found;
    },
    { events: ["bases.base.*"] },
  );

  function itemsOf(base: Base) {
    const operation = isArchived ? "bases.unarchive" : "bases.archive";
    return [
      { label: "Open", onChoose: () => go(pathTo("bases", base.id)) },
      ...(may("bases.update") && !isArchived ? [{ label: "Edit", onChoose: () => setDialog({ base }) }] : []),
      ...(may(operation)
        ? [
            {
              label: isArchived ? "Restore" : "Archive",
              onChoose: () =>
                void run({ operation, input: { base: base.id } }, { done: isArchived ? "Restored" : "Archived" }),
            },
          ]
        : []),
    ];
  }

  return (
    <BaseFromFile>
      {(choose) => (
        <Page
          title="Bases"
          isFlush
          actions={
            <>
              <nav class="tabs" aria-label="Status of bases">
                <Link to="bases" aria-current={isArchived ? undefined : "page"}>
                  Active
                </Link>
                <Link to="bases?status=archived" aria-current={isArchived ? "page" : undefined}>
                  Archived
                </Link>
              </nav>
              <span class="grow" />
              {choose && (
                <button type="button" class="button" onClick={choose}>
                  Import a file
                </button>
              )}
              {may("bases.create") && (
                <button type="button" class="button main" onClick={() => setDialog({})}>
                  New base
                </button>
              )}
            </>
          }
        >
          <Loaded query={query}>
            {(bases) =>
              bases.length > 0 ? (
                <VirtualList
                  label="Bases"
                  items={bases}
                  keyOf={({ id }) => id}
                  estimate={61}
                  render={(base) => (
                    <div class="row bases-item">
                      <Link to={pathTo("bases", base.id)} class="item row grow">
                        <BaseIcon icon={base.icon} name={base.name} />
                        <span class="grow">
                          <strong class="cut bases-name" dir="auto">
                            {base.name}
                          </strong>
                          <span class="cut bases-name small muted" dir="auto">
                            {base.description || base.slug}
                          </span>
                        </span>
                        <span class="small muted bases-rows-count">{countText(base.rowCount, "row")}</span>
                        <span class="small bases-changed">
                          <Time at={base.updatedAt} />
                        </span>
                      </Link>
                      <Menu label={`Actions for ${base.name}`} items={itemsOf(base)} />
                    </div>
                  )}
                />
              ) : isArchived ? (
                <Empty text="No base is archived." />
              ) : (
                <Empty
                  text="No bases yet. A base is a table with typed columns. Drop a CSV or XLSX file here, or create the first one:"
                  command={COMMAND}
                />
              )
            }
          </Loaded>
          {dialog && (
            <BaseDialog
              {...dialog}
              onClose={() => setDialog(undefined)}
              onDone={({ id }) => {
                setDialog(undefined);
                if (!dialog.base) go(pathTo("bases", id));
              }}
            />
          )}
        </Page>
      )}
    </BaseFromFile>
  );
}
