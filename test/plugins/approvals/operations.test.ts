import approvals from "@postern/approvals";
import { testOperations } from "@postern/core/testing";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [approvals()] }), { describe, it });
