import { afterEach, it } from "vitest";
import { example, newFolder, type Running, start } from "../../examples/run.ts";
import { expectServedSession } from "../../surfaces/session.ts";

let running: Running | undefined;
afterEach(() => running?.kill("SIGKILL"));

it("the README shows the actual output", async () => {
  running = start([example("model", "server.js")], newFolder());
  const [, port = ""] = /:(\d+)\//.exec(await running.until(/\/v1\n/)) ?? [];
  await expectServedSession("plugins/responders/README.md", "A session", { swaps: { "11434": port } });
});
