import { it } from "vitest";
import { expectManual } from "../../surfaces/session.ts";

it("the manual shows what really comes out", () => expectManual("widgets"));
