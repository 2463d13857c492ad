import { it } from "vitest";
import { expectManual } from "../../surfaces/session.ts";

it("the session in the README produces the output shown", () => expectManual("calendars"));
