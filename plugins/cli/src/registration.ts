import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "@postern/core";
import { processMark } from "@postern/core/process";
import { gatewaysIn, isAlive, manifestFile, manifestOf, registrationsIn } from "./running.ts";
import { removeUnfinished, writeAtomic } from "./write-atomic.ts";

/** Where a gateway is reached, and how. */
export interface Announced {
  readonly url: string;
  readonly workspace: string | undefined;
  readonly certificate: string | undefined;
  /** Why plugins did not start, by name. */
  readonly failed: Readonly<Record<string, string>>;
  /** Its log file. */
  readonly log?: string | undefined;
}

/** The registration of this process in a data folder that it serves. */
export interface OwnRegistration {
  /** Announces the gateway and its operations to commands. Repeated if the gateway changes. */
  announce(announced: Announced, manifest: Manifest): void;
  /** Commands no longer find the gateway, but its store is still in use. */
  withdraw(): void;
  /** Ends the registration, after the store was closed. */
  remove(): void;
}

/**
 * Registers this process before it opens the store of a data folder, so that the store is not replaced while it is in
 * use. The file of a process that is killed is ignored, and removed by the next gateway.
 */
export function register(data: string, warn: (text: string) => void): OwnRegistration {
  const mark = processMark();
  const file = join(gatewaysIn(data), `${mark.pid}.json`);
  let isAnnounced = false;
  let hasWarned = false;

  /** A full or read-only disk must not prevent the gateway from serving. */
  function attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      if (!hasWarned)
        warn(
          `Warning: cannot write to ${data} (${(error as Error).message}). Commands will not find this gateway automatically. Stop it before you restore or migrate the store.\n`,
        );
      hasWarned = true;
      return false;
    }
  }

  const remove = () => {
    try {
      rmSync(file, { force: true });
    } catch {
      // A file that is left is ignored, because its process no longer exists.
    }
  };

  attempt(() => {
    // Not recursive: a data folder that was deleted must not be created again.
    if (!existsSync(gatewaysIn(data))) mkdirSync(gatewaysIn(data), { mode: 0o700 });
    writeAtomic(file, mark);
  });
  return {
    announce({ url, workspace, certificate, failed, log }, manifest) {
      const details = {
        ...{ url, startedAt: new Date().toISOString(), manifest: manifest.digest },
        ...(workspace !== undefined && { workspace }),
        ...(certificate !== undefined && { certificate }),
        ...(log !== undefined && { log }),
        ...(Object.keys(failed).length > 0 && { failed }),
      };
      isAnnounced = attempt(() => {
        removeStale(data);
        if (manifestOf(data, details) === undefined) writeAtomic(manifestFile(data), manifest);
        writeAtomic(file, { ...mark, ...details });
      });
    },
    withdraw() {
      if (isAnnounced && existsSync(file) && !attempt(() => writeAtomic(file, mark))) remove();
      isAnnounced = false;
    },
    remove,
  };
}

/** Removes the files of processes that were killed. */
function removeStale(data: string): void {
  removeUnfinished(data);
  removeUnfinished(gatewaysIn(data));
  for (const { file, found } of registrationsIn(data))
    if (found === undefined || !isAlive(found)) rmSync(file, { force: true });
}
