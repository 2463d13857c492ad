import { it } from "vitest";
import { expectManual } from "../../surfaces/session.ts";

it("the README shows the real output", () => expectManual("widgets"));
