import { expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { expectSession, shellOf } from "../../surfaces/session.ts";

it("the README shows the actual output", () =>
  expectSession("plugins/rules/README.md", "A session", async (user) => {
    await user.serve();
    const type = shellOf(user);
    return async (command) => {
      if (!command.startsWith("#")) return type(command);
      const run = { status: "done", lastAttempt: { status: "done" } };
      await until(async () => expect((await user.json("rules", "runs", "list")).runs).toMatchObject([run]));
      return [];
    };
  }));
