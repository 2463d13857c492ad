import { useQuery } from "../../data/query.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { bytesText } from "../../ui/bytes.ts";
import { Id } from "../../ui/copy.tsx";
import { Empty, Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { notify } from "../../ui/toasts.tsx";

/** The backups in the data folder: create, verify and remove them. */
export function Backups() {
  const session = useSession();
  const { run } = useActions();
  const query = useQuery("backups", (client) => client.service.backups.list({ limit: 500 }), {
    events: ["service.backup.*", "gateway.command.executed"],
  });

  async function verify(path: string): Promise<void> {
    try {
      const { records, blobs } = await session.client.service.backups.verify({ path });
      notify({ text: `${path} is complete: ${records} records, ${blobs} large values` });
    } catch (error) {
      session.failed(error);
      notify({ error });
    }
  }

  return (
    <div class="stack narrow">
      {session.may("service.backup") && (
        <div>
          <button
            type="button"
            class="button main"
            onClick={() => run({ operation: "service.backup", input: {} }, { done: "The backup is complete" })}
          >
            Back up now
          </button>
        </div>
      )}
      <Loaded query={query}>
        {({ backups }) =>
          backups.length === 0 ? (
            <Empty text="No backups yet." command="postern service backup" />
          ) : (
            <ul class="list card">
              {backups.map(({ path = "", createdAt, bytes = 0, encrypted }) => (
                <li key={path} class="row wrap padded">
                  <span class="grow">
                    <Id id={path} />
                  </span>
                  {encrypted && <span class="small muted">encrypted</span>}
                  <span class="small muted">{bytesText(bytes)}</span>
                  {createdAt !== undefined && <Time at={createdAt} />}
                  {session.may("service.backups.verify") && (
                    <button type="button" class="button" onClick={() => verify(path)}>
                      Verify
                    </button>
                  )}
                  {session.may("service.backups.remove") && (
                    <button
                      type="button"
                      class="button"
                      onClick={() =>
                        run({ operation: "service.backups.remove", input: { path } }, { done: "Removed" }).then(
                          query.reload,
                        )
                      }
                    >
                      Remove
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}
