import { readdirSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { type Portion, portionsOf } from "@postern/core/backup";
import { buildStore, shownPortions, withStore } from "../build-store.ts";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import { quoted } from "../flags.ts";
import type { Io } from "../io.ts";
import { showProgress } from "../output/progress.ts";
import { refuseWhileServed } from "../running.ts";
import type { Settings } from "../settings.ts";
import { isInMemory, isMissing, type Placed, readStore, shownStore } from "../store.ts";

export interface MigrateFlags {
  from?: string;
  to?: string;
  json?: boolean;
}

/** Copies a store into an empty one of any driver, and compares every record. The source is not changed. */
export async function migrate({ data }: Settings, { from, to, json }: MigrateFlags, io: Io): Promise<ExitCode> {
  if (from === undefined || to === undefined)
    throw new Refusal("--from and --to are required, such as --from lmdb:<folder> --to fs:<folder>");
  for (const store of [from, to])
    if (isInMemory({ store }))
      throw new Refusal("A store in memory cannot be migrated: it is lost when the process ends");
  refuseWhileServed(data);
  assertExists({ data, store: from });
  return withStore({ data, store: from }, async (driver) => {
    const snapshot = driver.snapshot();
    try {
      const number = (await (snapshot.position ?? driver.position)?.()) ?? 0;
      const damaged: string[] = [];
      let total = 0;
      for await (const portion of showProgress(io, { label: "Reading records" }, portionsOf(snapshot), sizeOf)) {
        damaged.push(...portion.damaged);
        total += sizeOf(portion);
      }
      if (total === 0) refuseEmpty({ data, store: from });
      const source = {
        number,
        isPast: false,
        portions: (use: "copy" | "compare") => shownPortions(io, use, portionsOf(snapshot), total),
      };
      const { records } = await buildStore({ data, store: to }, source, false);
      if (json) io.out(`${JSON.stringify({ records, damaged })}\n`);
      else io.out(`Copied and verified ${records} records\n`);
      for (const key of json ? [] : damaged) io.note(`Skipped the damaged record ${key}\n`);
      const flags = `--data ${quoted(data)} --store ${quoted(to)}`;
      if (!json) io.note(`To use the new store, run "postern init ${flags}" and then "postern serve ${flags}"\n`);
      return damaged.length > 0 ? Exit.failed : Exit.done;
    } finally {
      snapshot.release();
    }
  });
}

/** Drivers create what does not exist, so a mistyped name would look like an empty store. */
function assertExists(source: Placed): void {
  const { place } = readStore(source);
  const found = isAbsolute(place) ? statSync(place, { throwIfNoEntry: false }) : undefined;
  if (isMissing(source) || (isAbsolute(place) && !found))
    throw new Refusal(`The store ${shownStore(source)} does not exist. Paths are relative to the data folder.`);
  if (found?.isDirectory() && readdirSync(place).length === 0) refuseEmpty(source);
}

function refuseEmpty(source: Placed): never {
  throw new Refusal(`The store ${shownStore(source)} is empty. Nothing was copied.`);
}

const sizeOf = ({ entries, damaged }: Portion): number => entries.length + damaged.length;
