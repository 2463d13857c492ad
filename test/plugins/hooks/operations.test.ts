import { testOperations } from "@postern/core/testing";
import hooks from "@postern/hooks";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [hooks()] }), { describe, it });
