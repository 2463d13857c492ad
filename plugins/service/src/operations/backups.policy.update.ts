import { defineCommand, omitUndefined, T } from "@postern/core";
import { setUpBy } from "@postern/kit/access";
import { described, restoring } from "@postern/kit/fields";
import { assertUsable, OWN_FOLDER } from "../backups/folder.ts";
import { type Policy, policies, readPolicy, readSchedule } from "../backups/policy.ts";
import { cancelScheduled, scheduleNext } from "../backups/schedule.ts";
import { BackupPolicy, showPolicy } from "../backups/schemas.ts";
import { encryptionIn, encryptionText, Recipients } from "../encryption.ts";
import { NoDataFolder } from "../errors.ts";
import { group } from "../group.ts";

export const backupsPolicyUpdate = defineCommand(group, {
  id: "service.backups.policy.update",
  summary: "Update the schedule of backups and the number to keep",
  description:
    "A scheduled backup is verified after writing; only then the oldest backups are deleted. A failed backup is retried and reported by `service.doctor`. Omitted fields stay unchanged.",
  properties: ["lasting"],
  input: T.Object({
    enabled: T.Optional(T.Boolean({ description: "Whether backups are made by themselves" })),
    everyHours: T.Optional(T.Integer({ minimum: 1, maximum: 8_760, description: "Hours between backups" })),
    keep: T.Optional(T.Integer({ minimum: 1, maximum: 1_000, description: "Number of scheduled backups to keep" })),
    folder: T.Optional(
      T.String({
        minLength: 1,
        maxLength: 1_000,
        description:
          "Absolute path of an existing folder that the configuration allows in `backupFolders`, or `backups` for the one in the data folder (default)",
      }),
    ),
    recipients: T.Optional(
      T.Array(Recipients.items, { maxItems: 20, description: `${Recipients.description}; none for no encryption` }),
    ),
  }),
  output: T.Object({ policy: described(BackupPolicy, "Backup policy") }),
  errors: [NoDataFolder],
  examples: [
    { title: "Back up every day and keep a week", input: { enabled: true, everyHours: 24, keep: 7 } },
    { title: "Stop scheduled backups", input: { enabled: false } },
  ],
  async plan({ config: { data, backupFolders = [] }, store }, { recipients, folder, ...given }) {
    if (data === undefined) throw NoDataFolder({});
    if (folder !== undefined && folder !== OWN_FOLDER) await assertUsable(folder, { data, allowed: backupFolders });
    const { revision: _, ...before } = await readPolicy(store);
    const policy = omitUndefined({
      ...before,
      ...given,
      folder: folder === OWN_FOLDER ? undefined : (folder ?? before.folder),
      recipients: recipients?.length === 0 ? undefined : (recipients ?? before.recipients),
    });
    if (policy.recipients) await encryptionIn({ recipients: policy.recipients });
    return { summary: summaryOf(policy), policy };
  },
  async undo({ store }, _plan, given) {
    const fields = restoring(given, { ...(await readPolicy(store)) }, { folder: OWN_FOLDER, recipients: [] });
    return fields && { operation: "service.backups.policy.update", input: fields };
  },
  async execute(ctx, { policy: planned }) {
    const { store, caller, now, config } = ctx;
    await cancelScheduled(ctx, await readPolicy(store));
    const policy: Policy = omitUndefined({
      ...{ ...planned, ...(await setUpBy(store, caller)), revision: ctx.id("policy_") },
    });
    await store.write(policies, policy);
    const state = await readSchedule(store);
    if (policy.enabled) await scheduleNext(ctx, policy, state);
    return { policy: showPolicy(policy, state, config.data as string, now) };
  },
});

function summaryOf({ enabled, everyHours, keep, folder, recipients }: Omit<Policy, "revision">): string {
  if (!enabled) return "Make no scheduled backups";
  const every = everyHours === 1 ? "every hour" : `every ${everyHours} hours`;
  const place = folder === undefined ? "" : ` in ${folder}`;
  const encrypted = recipients ? `, encrypted ${encryptionText({ recipients })}` : "";
  return `Create a backup ${every}${place}${encrypted}, and keep the last ${keep}`;
}
