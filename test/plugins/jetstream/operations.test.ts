import { testOperations } from "@postern/core/testing";
import jetstream from "@postern/jetstream";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [jetstream()] }), { describe, it });
