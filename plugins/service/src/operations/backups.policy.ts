import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { readPolicy, readSchedule } from "../backups/policy.ts";
import { BackupPolicy, showPolicy } from "../backups/schemas.ts";
import { NoDataFolder } from "../errors.ts";
import { group } from "../group.ts";

export const backupsPolicy = defineQuery(group, {
  id: "service.backups.policy",
  summary: "Show the schedule of backups and the number to keep",
  description: "Includes the next backup, the last one, and failed attempts since then.",
  input: T.Object({}),
  output: T.Object({ policy: described(BackupPolicy, "Backup policy") }),
  errors: [NoDataFolder],
  examples: [{ title: "Show the policy and the last scheduled backup", input: {} }],
  async run({ config: { data }, store, now }) {
    if (data === undefined) throw NoDataFolder({});
    return { policy: showPolicy(await readPolicy(store), await readSchedule(store), data, now) };
  },
});
