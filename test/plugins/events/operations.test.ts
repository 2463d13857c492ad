import { testOperations } from "@postern/core/testing";
import events from "@postern/events";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [events()] }), { describe, it });
