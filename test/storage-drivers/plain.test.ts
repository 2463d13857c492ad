import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fs from "unstorage/drivers/fs";
import fsLite from "unstorage/drivers/fs-lite";
import unstorageMemory from "unstorage/drivers/memory";
import { describe, it } from "vitest";
import type { Place } from "../../core/src/testing/driver.ts";
import { testDriver } from "../../core/src/testing/driver.ts";

type Folder = typeof fsLite | typeof fs;

async function folder(driver: Folder): Promise<Place> {
  const base = await mkdtemp(join(tmpdir(), "postern-"));
  return { lasting: true, open: () => driver({ base }), remove: () => rm(base, { recursive: true }) };
}

testDriver("unstorage's memory", () => ({ open: () => unstorageMemory() }), { describe, it });
testDriver("unstorage's fs", () => folder(fs), { describe, it });
testDriver("unstorage's fs-lite", () => folder(fsLite), { describe, it });
