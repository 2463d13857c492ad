import context from "@postern/context";
import { testOperations } from "@postern/core/testing";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [context()] }), { describe, it });
