import { testOperations } from "@postern/core/testing";
import sync from "@postern/sync";
import { describe, it } from "vitest";
import { notesPlugin } from "./fixtures/notes.ts";

describe("without other groups", () => testOperations(() => ({ plugins: [sync()] }), { describe, it }));

describe("with a group that supports sync", () => {
  testOperations(() => ({ plugins: [sync(), notesPlugin()] }), { describe, it }, ["sync"]);
});
