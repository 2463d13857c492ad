import agents from "@postern/agents";
import { testOperations } from "@postern/core/testing";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [agents()] }), { describe, it });
