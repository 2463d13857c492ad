import { testOperations } from "@postern/core/testing";
import tasks from "@postern/tasks";
import { describe, it } from "vitest";

testOperations(() => ({ plugins: [tasks()] }), { describe, it });
