import { oneOf, secret, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { listOf } from "@postern/kit/paging";

export const State = oneOf("running", "read-only", "failed");

export const Plugin = T.Object({
  id: T.String({ description: "Name of the plugin's group" }),
  version: T.String({ description: "Version of the plugin" }),
  state: described(State, "State of the plugin"),
  operations: T.Integer({ description: "Number of operations" }),
  error: T.Optional(T.String({ description: "Reason why it failed or is read-only" })),
});

export const Plugins = listOf("plugins", Plugin, {
  id: "plain",
  version: "plain",
  state: "status",
  operations: ["plain", 1],
  error: ["text", 1],
});

export const Store = T.Object({
  driver: T.String({ description: "Name of the storage driver" }),
  guarantees: T.Object(
    {
      durable: T.Unsafe<boolean | "as the driver">({
        enum: [true, false, "as the driver"],
        description: "Whether a completed commit survives a power failure",
      }),
      processes: described(oneOf("one", "many"), "Whether one or many processes may use the store"),
      machines: T.Optional(described(oneOf("many"), "Present if these processes can be on several machines")),
      atomic: described(
        oneOf("native", "completed"),
        "Whether the driver commits atomically itself (native) or with help of the kernel (completed)",
      ),
      checksum: described(
        oneOf("driver", "record"),
        "How damaged records are detected: by the driver, or by a checksum in each record",
      ),
    },
    { description: "Guarantees of the store" },
  ),
  degraded: T.Optional(T.String({ description: "Reason why the store cannot be written" })),
  damaged: T.Integer({
    description: "Number of damaged records found since the start, which are omitted from responses",
  }),
});

export const QueueStatus = T.Object({
  name: T.String({ description: "Name of the queue or consumer" }),
  waiting: T.Integer({ description: "Number of waiting entries, counted up to 10,000" }),
  running: T.Integer({ description: "Number of running entries" }),
  dead: T.Integer({ description: "Number of dead entries, which have used all attempts" }),
  dueAt: T.Optional(
    T.Integer({ description: "Time when the first waiting entry, or the next run, is or was due, Unix milliseconds" }),
  ),
  behind: T.Optional(T.Integer({ description: "Number of commits that a consumer has not examined yet" })),
  trouble: T.Optional(T.String({ description: "Reason why it is stuck" })),
});

export const IndexBuild = T.Object({
  plugin: T.String({ description: "Plugin that owns the indexes" }),
  indexes: T.Array(T.String(), { description: "Names of the indexes in the store, such as `tasks.task.byState`" }),
  records: T.Integer({ description: "Number of processed records" }),
  durationMs: T.Integer({ description: "Duration in this process, in milliseconds" }),
  state: described(oneOf("building", "built"), "State of the build"),
});

export const Streams = T.Object({
  open: T.Integer({ description: "Number of open event streams" }),
  cutOff: T.Integer({ description: "Number of streams closed since the start because the client did not read" }),
});

const Severity = described(
  oneOf("error", "warning", "info"),
  "`error`: something does not work; `warning`: it may fix itself, or becomes an error; `info`: it is intended",
);

export const Finding = T.Object({
  id: T.String({ description: "Kind of the finding, such as `backup.old` or `plugin.failed`" }),
  severity: Severity,
  evidence: T.String({ description: "Evidence" }),
  fix: T.String({ description: "Command that fixes the problem or shows details" }),
});

export const Problem = T.Object({
  check: T.String({ description: "Kind of the problem, such as `channels.adapter_failed`" }),
  severity: Severity,
  message: T.String({ description: "What is wrong" }),
  fix: T.String({ description: "Command that fixes the problem or shows details" }),
});

export const LastError = T.Object({
  source: T.String({ description: "Group, and the failed part" }),
  at: T.Integer({ description: "When it failed, Unix milliseconds" }),
  message: T.String({ description: "Error message" }),
});

export const CheckStatus = T.Object({
  name: T.String({ description: "Name of the group" }),
  status: described(oneOf("ok", "degraded"), "Status of the group"),
  items: T.Array(
    T.Object({
      name: T.String({ description: "Kind of thing: an adapter, an account, a kind of work" }),
      value: T.String({ description: "Its state or number" }),
      detail: T.Optional(T.String({ description: "Why it has this state" })),
    }),
    { description: "Lines of the status" },
  ),
});

export const BackupName = T.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$" });

export const Passphrase = secret(
  T.String({ minLength: 8, maxLength: 1024, description: "Passphrase of the encrypted backup" }),
);

export const Signer = T.Object({
  fingerprint: T.String({ description: "Fingerprint of the signing key: SHA256:…" }),
  isOwn: T.Boolean({ description: "Whether it is the key of this installation" }),
});
