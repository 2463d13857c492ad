import agentx from "@postern/agentx";
import { testOperations } from "@postern/core/testing";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [agentx()] }), { describe, it });
