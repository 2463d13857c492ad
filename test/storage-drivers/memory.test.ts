import memory from "@postern/storage-memory";
import { describe, it } from "vitest";
import { testDriver } from "../../core/src/testing/driver.ts";

testDriver("memory", () => ({ open: memory }), { describe, it });
