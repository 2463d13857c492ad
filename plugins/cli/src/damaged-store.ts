import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Exit, Refusal } from "./exit.ts";
import type { Placed } from "./store.ts";

/** The name of a backup file, encrypted or not. */
const BACKUP = /\.backup(\.age)?$/;
/** What messages have in the place of a file. */
const PLACE = "<backup>";

/**
 * Ends a command whose store is damaged. `advice` says what is wrong and which command restores `<backup>`: that becomes the
 * newest one in the data folder. A supervisor should not start a gateway again that ends with this exit code.
 */
export function damagedStore({ data }: Pick<Placed, "data">, advice: string): Refusal {
  const folder = join(data, "backups");
  const newest = newestIn(folder);
  const message =
    newest === undefined
      ? `${advice} There is no backup in ${folder}.`
      : `${advice.replaceAll(PLACE, newest)} That is the newest backup in ${folder}.`;
  return new Refusal(message, Exit.damaged);
}

/** The name of the newest backup. The path of a policy is unknown, because the store cannot be read. */
function newestIn(folder: string): string | undefined {
  try {
    const names = readdirSync(folder).filter((name) => BACKUP.test(name));
    const timed = names.map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }));
    return timed.sort((left, right) => right.at - left.at)[0]?.name;
  } catch {
    return undefined;
  }
}
