import { describe, expect, it } from "vitest";
import { rejection } from "../../run/rejection.ts";
import { soon } from "../channels/context.ts";
import { connect } from "./connect.ts";
import { outgoing } from "./outbound.ts";

describe("confirming a sent message", () => {
  it("reports that it was not sent if the whole time since then was searched", async () => {
    const { workspace, link } = await connect();
    await link.send(outgoing("before", "C000001", "out_0"), soon());
    workspace.fail("chat.postMessage", { status: 500 });
    await rejection(link.send(outgoing("x"), soon()));
    workspace.state.pageSize = 1;
    await link.send(outgoing("after", "C000001", "out_2"), soon());
    expect(await link.confirm?.(outgoing("x"), soon(30_000))).toEqual({ sent: false });
  });
});
