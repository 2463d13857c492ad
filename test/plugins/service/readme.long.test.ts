import { it } from "vitest";
import { expectManual, expectSession } from "../../surfaces/session.ts";

it("the README shows the actual output", () => expectManual("service"));

it("the README shows how a command is undone", () => expectSession("plugins/service/README.md", "Undoing a command"));
