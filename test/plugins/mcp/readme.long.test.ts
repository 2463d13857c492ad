import { it } from "vitest";
import { expectServedSession } from "../../surfaces/session.ts";

it("the README shows what a client does", () => expectServedSession("plugins/mcp/README.md", "A session"));
