import { testOperations } from "@postern/core/testing";
import service from "@postern/service";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [service()] }), { describe, it });
