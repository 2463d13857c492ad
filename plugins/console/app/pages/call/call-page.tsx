import { describe } from "../../data/catalog.ts";
import { useQuery } from "../../data/query.ts";
import { OperationForm } from "../../forms/operation-form.tsx";
import { place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Empty, Loaded, Page } from "../../ui/page.tsx";
import { Prose } from "../../ui/prose.tsx";
import { OperationList } from "./operation-list.tsx";

/** Calls any operation of the gateway: `call` lists them, `call/chats.create?title=Tea` has the form of one. */
export function CallPage() {
  const session = useSession();
  const [, id] = place.value.parts;
  const given = Object.fromEntries(place.value.query);
  const query = useQuery(`operation ${id}`, async (_, signal) =>
    id === undefined ? undefined : { found: await describe(session, id, signal) },
  );
  if (id === undefined) return <OperationList />;
  return (
    <Page title={id}>
      <Loaded query={query}>
        {(data) =>
          data?.found ? (
            <div class="stack">
              <div class="row wrap">
                <Badge text={data.found.effect} tone={data.found.effect === "destroy" ? "bad" : "plain"} />
                <span class="small muted">Scope {data.found.scope}</span>
                {data.found.reference && (
                  <a class="small" href={data.found.reference}>
                    Reference and code samples
                  </a>
                )}
              </div>
              <div class="narrow stack">
                <h2>{data.found.summary}</h2>
                <p>
                  <Prose text={data.found.description} />
                </p>
              </div>
              <OperationForm key={id} operation={data.found} given={given} />
            </div>
          ) : (
            data && <Empty text={`This gateway has no operation "${id}".`} />
          )
        }
      </Loaded>
    </Page>
  );
}
