import { describe, expect, it } from "vitest";
import { until } from "../channels/context.ts";
import { connect } from "./connect.ts";

describe("a message in Slack", () => {
  it("is one of 10,000 that arrive at once, none of which is lost, repeated or reordered", async () => {
    const { workspace, received } = await connect();
    const said: string[] = [];
    for (let at = 0; at < 10_000; at++) {
      said.push(`message ${at}`);
      workspace.says(`message ${at}`, { channel: `C00000${at % 5}` });
    }
    // Events that could not be stored immediately are repeated, as Slack does.
    await until(async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      workspace.redeliver();
      return workspace.unacknowledged.size === 0;
    }, "an acknowledgement of all");
    const texts = received.map((one) => ("text" in one ? one.text : ""));
    expect(new Set(texts).size).toBe(10_000);
    expect(texts).toHaveLength(10_000);
  });
});
