import type { Context } from "@postern/client/api";
import { useState } from "preact/hooks";
import { go, pathTo, place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Empty, Loaded, Page } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { DeriveDialog } from "./derive-dialog.tsx";
import { KeyDetails } from "./key-details.tsx";
import { type Branch, treeOf } from "./key-tree.ts";
import { type NewKey, NewKeyDialog } from "./new-key-dialog.tsx";
import { useKeys } from "./read.ts";
import "./keys.css";

/** More keys than this are not read at once. */
const MOST = 5_000;
const COMMAND = 'postern context derive --label reader --scopes "chats:read"';

/** The keys that the key of the session may see, as a tree, and one of them: `keys/ctx_…`. */
export function KeysPage() {
  const { may, contextId } = useSession();
  const [, opened] = place.value.parts;
  const isAll = place.value.query.get("status") === "all";
  const suffix = isAll ? "?status=all" : "";
  const [parent, setParent] = useState<Pick<Context, "id" | "label"> | undefined>();
  const [created, setCreated] = useState<NewKey | undefined>();
  const query = useKeys(`keys ${isAll}`, async (client, signal) => {
    const found: Context[] = [];
    const pages = client.context.list.all({ status: isAll ? "all" : "active", limit: 500 }, { signal });
    for await (const context of pages) if (found.push(context as Context) === MOST) break;
    return treeOf(found);
  });
  return (
    <Page
      title="Keys"
      isFlush
      actions={
        <>
          <nav class="tabs" aria-label="Status of keys">
            <Link to="keys" aria-current={isAll ? undefined : "page"}>
              Active
            </Link>
            <Link to="keys?status=all" aria-current={isAll ? "page" : undefined}>
              All
            </Link>
          </nav>
          {may("context.derive") && (
            <button
              type="button"
              class="button main header-end"
              onClick={() => setParent({ id: contextId, label: "this session" })}
            >
              New key
            </button>
          )}
        </>
      }
    >
      <div class={opened === undefined ? "split keys" : "split keys has-open"}>
        <div>
          <Loaded query={query}>
            {(branches) =>
              branches.length === 0 ? (
                <Empty text="No keys yet. Create the first one:" command={COMMAND} />
              ) : (
                <VirtualList
                  label="Keys"
                  items={branches}
                  keyOf={({ context }) => context.id}
                  estimate={57}
                  render={(branch) => <KeyRow branch={branch} opened={opened} suffix={suffix} />}
                />
              )
            }
          </Loaded>
        </div>
        {opened === undefined ? (
          <Empty text="Choose a key, or create one with fewer rights than yours:" command={COMMAND} />
        ) : (
          <KeyDetails key={opened} id={opened} back={`keys${suffix}`} onDerive={setParent} onCreated={setCreated} />
        )}
      </div>
      {parent && (
        <DeriveDialog
          parent={parent}
          onClose={() => setParent(undefined)}
          onCreated={(key) => {
            setParent(undefined);
            setCreated(key);
            go(pathTo("keys", key.context.id) + suffix);
          }}
        />
      )}
      {created && <NewKeyDialog created={created} onClose={() => setCreated(undefined)} />}
    </Page>
  );
}

interface KeyRowProps {
  readonly branch: Branch;
  readonly opened: string | undefined;
  readonly suffix: string;
}

function KeyRow({ branch: { context, depth, parent }, opened, suffix }: KeyRowProps) {
  const { contextId } = useSession();
  const { id, label, status, scopes, lastUsedAt, expiresAt } = context;
  return (
    <Link to={pathTo("keys", id) + suffix} class="item key-row" aria-current={id === opened ? "true" : undefined}>
      {Array.from({ length: depth }, (_, level) => (
        <span key={level} class="key-level" aria-hidden="true" />
      ))}
      <span class="grow key-words">
        <span class="row">
          <strong class="cut" dir="auto">
            {label}
          </strong>
          {parent && <span class="only-read"> derived from {parent.label}</span>}
          {id === contextId && <Badge text="this session" tone="accent" />}
          {status !== "active" && <Badge text={status} />}
        </span>
        <span class="row small muted">
          <code class="cut grow">{scopes.join(" ")}</code>
          {status === "active" && expiresAt !== undefined && (
            <span class="key-time">
              expires <Time at={expiresAt} />
            </span>
          )}
          <span class="key-time">
            {lastUsedAt === undefined ? (
              "never used"
            ) : (
              <>
                used <Time at={lastUsedAt} />
              </>
            )}
          </span>
        </span>
      </span>
    </Link>
  );
}
