import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../run/until.ts";

/** A base backup of a server and the log that it archives, with which it is set back to a point in time. */
export interface Archive {
  /** Marks this moment as one to which the server can be set back. */
  point(name: string): Promise<void>;
  /** Sets the server, which must be stopped, back to a moment and starts it, as its operator would. */
  restore(name: string): Promise<void>;
}

interface Server {
  /** The folder of the server, and its folder of data. */
  readonly folder: string;
  readonly data: string;
  sql(text: string): string;
  start(): Promise<void>;
  /** Copies the data of the running server to a folder. */
  backUp(target: string): void;
  /** Runs a command of the shell as the user of the server. */
  shell(command: string): void;
}

/** The settings with which a server archives its log in its folder. */
export const archiving = (folder: string): string[] => [
  ...["wal_level=replica", "archive_mode=on"],
  `archive_command=cp "%p" "${folder}/archive/%f"`,
];

export function createArchive({ folder, data, sql, start, backUp, shell }: Server): Archive {
  backUp(join(folder, "base"));
  return {
    async point(name) {
      const file = sql(`SELECT pg_walfile_name(pg_create_restore_point('${name}'))`);
      sql("SELECT pg_switch_wal()");
      await until(() => {
        if (!existsSync(join(folder, "archive", file))) throw new Error(`${file} is not archived`);
      });
    },
    async restore(name) {
      rmSync(data, { recursive: true });
      const settings = [
        `restore_command = 'cp "${folder}/archive/%f" "%p"'`,
        `recovery_target_name = '${name}'`,
        "recovery_target_action = 'promote'",
      ].join("\n");
      shell(
        `cp -a base data && touch data/recovery.signal && cat >>data/postgresql.auto.conf <<'END'\n${settings}\nEND`,
      );
      await start();
      await until(() => {
        if (sql("SELECT pg_is_in_recovery()") !== "f") throw new Error("The server is still in recovery");
      });
    },
  };
}
