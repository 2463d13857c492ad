import { it } from "vitest";
import { expectManual } from "../../surfaces/session.ts";

it("shows the actual output of its commands", () => expectManual("credentials"));
