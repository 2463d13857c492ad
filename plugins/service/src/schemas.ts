import { oneOf, type Static, secret, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { listOf } from "@postern/core/paging";

export const State = oneOf("running", "read-only", "failed");

export const Plugin = T.Object({
  id: T.String({ description: "The name of its group" }),
  version: T.String({ description: "Its version" }),
  state: described(State, "Its state"),
  operations: T.Integer({ description: "How many operations it brings" }),
  error: T.Optional(T.String({ description: "Why it does not run, or only reads" })),
});

export const Plugins = listOf("plugins", Plugin);

export const Store = T.Object({
  driver: T.String({ description: "Name of the storage driver" }),
  guarantees: T.Object(
    {
      durable: T.Unsafe<boolean | "as the driver">({
        enum: [true, false, "as the driver"],
        description: "Whether what was answered survives a power cut",
      }),
      processes: described(oneOf("one", "many"), "Whether one or many processes may use the store"),
      atomic: described(
        oneOf("native", "completed"),
        "Whether the driver itself commits all or nothing, or is completed to do so",
      ),
      checksum: described(
        oneOf("driver", "record"),
        "Who notices a damaged record: the driver, or a sum in each record",
      ),
    },
    { description: "What the store promises" },
  ),
  degraded: T.Optional(T.String({ description: "What keeps it from being written at present" })),
  damaged: T.Integer({ description: "Records found damaged since the start; they are left out of every answer" }),
});

export const Duty = T.Object({
  name: T.String({ description: "Its name" }),
  waiting: T.Integer({ description: "Entries that are due, now or later; at most 10,000 are counted" }),
  running: T.Integer({ description: "How many entries are worked on" }),
  dead: T.Integer({ description: "Entries that have used up their attempts" }),
  trouble: T.Optional(T.String({ description: "Why it does not go on" })),
});

export const IndexBuild = T.Object({
  plugin: T.String({ description: "The plugin whose records they order" }),
  indexes: T.Array(T.String(), { description: "By their names in the store, such as `tasks.task.byState`" }),
  records: T.Integer({ description: "Records that were looked at so far" }),
  durationMs: T.Integer({ description: "Milliseconds that it has taken in this process" }),
  state: described(oneOf("building", "built"), "How far it is"),
});

export const Streams = T.Object({
  open: T.Integer({ description: "Clients that follow what happens" }),
  cutOff: T.Integer({ description: "Clients that did not read, since the start" }),
});

export const Finding = T.Object({
  id: T.String({ description: "What kind of thing it is: `backup.old`, `plugin.failed`" }),
  severity: described(oneOf("error", "warning", "info"), "How bad it is"),
  evidence: T.String({ description: "What was seen" }),
  fix: T.String({ description: "A command that helps, or that shows more" }),
});
export type Finding = Static<typeof Finding>;

export const BackupName = T.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$" });

export const Passphrase = secret(
  T.String({ minLength: 8, maxLength: 1024, description: "The passphrase that it is encrypted with" }),
);

export const Signer = T.Object({
  fingerprint: T.String({ description: "Of its key: SHA256:…" }),
  isOwn: T.Boolean({ description: "Whether that is the key of this installation" }),
});
