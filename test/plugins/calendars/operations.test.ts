import calendars from "@postern/calendars";
import { testOperations } from "@postern/core/testing";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [calendars()] }), { describe, it });
