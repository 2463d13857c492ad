import { it } from "vitest";
import { expectManual } from "../../surfaces/session.ts";

it("the output in the README is correct", () => expectManual("channels"));
