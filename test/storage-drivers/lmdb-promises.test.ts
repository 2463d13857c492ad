import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lmdb from "@postern/storage-lmdb";
import { open } from "lmdb";
import { describe, it } from "vitest";
import { testDriver } from "../../core/src/testing/driver.ts";

function makePlace() {
  const path = mkdtempSync(join(tmpdir(), "postern-lmdb-"));

  /** Writes without the driver, as a failing disk could: LMDB has no checksums. */
  async function tamper(key: string, text: string): Promise<void> {
    const db = open<string, string>({ path, noSubdir: false, encoding: "string", overlappingSync: false });
    await db.put(key, text);
    await db.close();
  }

  return { open: () => lmdb({ path }), lasting: true, tamper, remove: () => rmSync(path, { recursive: true }) };
}

testDriver("lmdb", makePlace, { describe, it });
