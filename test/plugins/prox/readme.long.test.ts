import { it } from "vitest";
import { expectManual } from "../../surfaces/session.ts";

it("the README examples match the real output", () => expectManual("prox"));
