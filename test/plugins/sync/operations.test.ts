import { testOperations } from "@postern/core/testing";
import sync from "@postern/sync";
import { describe, it } from "vitest";
import { notesPlugin } from "./fixtures/notes.ts";

describe("alone", () => testOperations(() => ({ plugins: [sync()] }), { describe, it }));

describe("with a group to exchange", () => {
  testOperations(() => ({ plugins: [sync(), notesPlugin()] }), { describe, it }, ["sync"]);
});
