import { testOperations } from "@postern/core/testing";
import meetings from "@postern/meetings";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [meetings()] }), { describe, it });
