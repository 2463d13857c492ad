import { describe, it, onTestFinished } from "vitest";
import type { Config } from "../../../plugins/channels-slack/src/config.ts";
import { slack } from "../../../plugins/channels-slack/src/kind.ts";
import { createContext, until } from "../channels/context.ts";
import { secret, startSlack } from "../channels/servers/slack.ts";

describe("reading missed Slack messages", () => {
  /** A context after a connection in which this message was received. */
  async function leave(workspace: Awaited<ReturnType<typeof startSlack>>, say: () => void) {
    const around = createContext<Config>(workspace.config, { secret });
    const link = await slack.open(around.context);
    say();
    await workspace.settled();
    await link.close();
    return around;
  }

  async function comeBack(
    workspace: Awaited<ReturnType<typeof startSlack>>,
    around: Awaited<ReturnType<typeof leave>>,
  ) {
    const next = createContext<Config>(workspace.config, { secret, before: around });
    const link = await slack.open(next.context);
    onTestFinished(() => link.close());
    return next;
  }

  it("resumes where an interrupted read stopped", async () => {
    const workspace = await startSlack();
    const around = await leave(workspace, () => void workspace.says("heard"));
    workspace.wrote("missed");
    workspace.fail("conversations.history", "hang");
    const second = createContext<Config>(workspace.config, { secret, before: around });
    const link = await slack.open(second.context);
    workspace.says("heard live");
    await workspace.settled();
    await link.close();
    const { received } = await comeBack(workspace, second);
    await until(() => received.length === 3, "what was missed");
  });
});
