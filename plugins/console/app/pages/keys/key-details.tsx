import type { Context } from "@postern/client/api";
import { useState } from "preact/hooks";
import { pathTo } from "../../router.ts";
import { type Session, useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Command, Id } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Link } from "../../ui/link.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import type { NewKey } from "./new-key-dialog.tsx";
import { useKeys } from "./read.ts";
import { RotateDialog } from "./rotate-dialog.tsx";
import { SetUpItems } from "./set-up-items.tsx";

interface KeyDetailsProps {
  readonly id: string;
  /** The path of the tree. */
  readonly back: string;
  readonly onDerive: (parent: Context) => void;
  readonly onCreated: (key: NewKey) => void;
}

/** One key: what it may do, and how to derive from it, rotate it or revoke it. */
export function KeyDetails({ id, back, onDerive, onCreated }: KeyDetailsProps) {
  const { may, contextId } = useSession();
  const { run } = useActions();
  const [isRotating, setRotating] = useState(false);
  const query = useKeys(`key ${id}`, async (client, signal) => {
    const { context, setUp } = await client.context.show({ id }, { signal });
    return { context, setUp, parent: await parentOf(client, context, signal) };
  });
  const isOwn = id === contextId;
  return (
    <div class="stack padded">
      <Link to={back}>← All keys</Link>
      <Loaded query={query}>
        {({ context, setUp, parent }) => (
          <>
            <div class="row wrap">
              <h2 class="words" dir="auto">
                {context.label}
              </h2>
              <Badge text={context.status} />
              {isOwn && <Badge text="this session" tone="accent" />}
            </div>
            {context.status === "active" && (
              <div class="row wrap">
                {may("context.derive") && (
                  <button type="button" class="button" onClick={() => onDerive(context)}>
                    Derive a key
                  </button>
                )}
                {/* The session would end before the new key could be copied. */}
                {may("context.rotate") && !isOwn && (
                  <button type="button" class="button" onClick={() => setRotating(true)}>
                    Rotate
                  </button>
                )}
                {may("context.revoke") && (
                  <button
                    type="button"
                    class="button danger"
                    onClick={() => void run({ operation: "context.revoke", input: { id } }, { done: "Revoked" })}
                  >
                    Revoke
                  </button>
                )}
              </div>
            )}
            <KeyFacts context={context} parent={parent} />
            <SetUpItems {...setUp} />
            {isOwn && context.status === "active" && (
              <div class="stack">
                <p class="muted">Rotate the key of this session in a terminal:</p>
                <Command text="postern context rotate --self" />
              </div>
            )}
            {isRotating && (
              <RotateDialog
                context={context}
                onClose={() => setRotating(false)}
                onCreated={(key) => {
                  setRotating(false);
                  onCreated(key);
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The parent of a key, unless it is above what the key of the session may see. */
const parentOf = async (
  client: Session["client"],
  { parentId: id }: Context,
  signal: AbortSignal,
): Promise<Context | undefined> =>
  id === undefined
    ? undefined
    : client.context.show({ id }, { signal }).then(
        ({ context }) => context,
        () => undefined,
      );

function KeyFacts({ context, parent }: { context: Context; parent: Context | undefined }) {
  const { id, scopes, principal, principalName, parentId, createdAt, expiresAt, lastUsedAt, revokedAt } = context;
  return (
    <Facts>
      <Fact name="Scopes">
        <ul class="row wrap" aria-label="Scopes">
          {scopes.map((scope) => (
            <li key={scope} class="scope">
              {scope}
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name={principal.startsWith("agent:") ? "Agent" : "Person"}>
        <span dir="auto">{principalName}</span>
      </Fact>
      {parentId !== undefined && (
        <Fact name="Derived from">
          {parent ? (
            <Link to={pathTo("keys", parentId)}>
              <span dir="auto">{parent.label}</span>
            </Link>
          ) : (
            <Id id={parentId} />
          )}
        </Fact>
      )}
      <Fact name="Created">
        <Time at={createdAt} />
      </Fact>
      <Fact name="Last used">
        {lastUsedAt === undefined ? <span class="muted">Never</span> : <Time at={lastUsedAt} />}
      </Fact>
      <Fact name="Expires">{expiresAt === undefined ? <span class="muted">Never</span> : <Time at={expiresAt} />}</Fact>
      {revokedAt !== undefined && (
        <Fact name="Revoked">
          <Time at={revokedAt} />
        </Fact>
      )}
      <Fact name="Id">
        <Id id={id} />
      </Fact>
    </Facts>
  );
}
