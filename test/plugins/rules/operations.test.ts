import { testOperations } from "@postern/core/testing";
import rules from "@postern/rules";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [rules()] }), { describe, it });
