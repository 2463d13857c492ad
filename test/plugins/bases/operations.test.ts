import bases from "@postern/bases";
import { testOperations } from "@postern/core/testing";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [bases()] }), { describe, it });
