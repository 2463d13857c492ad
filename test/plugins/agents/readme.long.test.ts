import { it } from "vitest";
import { expectManual, expectServedSession } from "../../surfaces/session.ts";

it("the README shows the actual output", () => expectManual("agents"));

it("the README shows how a turn is answered", () => expectServedSession("plugins/agents/README.md", "Answer a turn"));
