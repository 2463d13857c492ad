import agents from "@postern/agents";
import { testOperations } from "@postern/core/testing";
import responders from "@postern/responders";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [agents(), responders()] }), { describe, it });
