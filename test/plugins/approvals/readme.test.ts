import { it } from "vitest";
import { expectServedSession } from "../../surfaces/session.ts";

it("the README shows the actual output", () => expectServedSession("plugins/approvals/README.md", "A session"));
