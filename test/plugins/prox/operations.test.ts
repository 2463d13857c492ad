import { testOperations } from "@postern/core/testing";
import prox from "@postern/prox";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [prox()] }), { describe, it });
