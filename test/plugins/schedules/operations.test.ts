import { testOperations } from "@postern/core/testing";
import schedules from "@postern/schedules";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [schedules()] }), { describe, it });
