import { execFile } from "node:child_process";
import { afterEach, describe, expect, it } from "vitest";
import { example, newFolder, type Running, start } from "./run.ts";

let running: Running | undefined;
afterEach(() => running?.kill("SIGKILL"));

it("minimal prints a working curl command", async () => {
  running = start([example("minimal")], newFolder());
  const line = await running.until(/}'\n/);
  const answer = await new Promise<string>((resolve, reject) =>
    execFile("sh", ["-c", line.replace("curl", "curl -s")], (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    ),
  );
  expect(JSON.parse(answer).chat.title).toBe("First chat");
});

it.each(["embed-express", "embed-fastify"])("%s keeps the application's own error page", async (name) => {
  running = start([example(name)], newFolder());
  const { url } = JSON.parse((await running.until(/}\n/)).trim()) as { url: string };
  const broken = await fetch(`${url}/broken`);
  expect([broken.status, await broken.text()]).toEqual([500, expect.stringContaining("on purpose")]);
});

describe.each([
  ["fs-store", "files"],
  ["own-driver", "store.jsonl"],
])("%s", (name, place) => {
  it("keeps its chats between runs", async () => {
    const folder = newFolder();
    for (const times of [1, 2, 3]) {
      const { code, out } = await start([example(name), place], folder).ended;
      expect([code, out.split("\n")[0]]).toEqual([0, `${times} in ${place}`]);
    }
  });
});

it("own-driver provides every guarantee that the gateway relies on", async () => {
  const { code, out } = await start([example("own-driver", "prove.js")], newFolder()).ended;
  expect(code).toBe(0);
  expect(out).toMatch(/\n[1-9]\d* passed, 0 failed\n$/);
});

describe("changelogs", () => {
  const run = (folder: string) => start([example("changelogs"), "--packages", "6", "--data", "store"], folder);

  it("imports changelogs, and continues after an interruption without duplicates", async () => {
    const whole = await run(newFolder()).ended;
    expect(whole.code).toBe(0);
    const lines = whole.out.trim().split("\n");
    const { created } = JSON.parse(lines.at(-1) as string) as { created: number };

    const folder = newFolder();
    const stopped = run(folder);
    await stopped.until(/ of 6 packages/);
    stopped.kill("SIGKILL");
    await stopped.ended;
    const rest = await run(folder).ended;
    const summary = JSON.parse(rest.out.trim().split("\n").at(-1) as string) as { created: number; known: number };
    expect(summary.created + summary.known).toBe(created);
    expect(summary.known).toBeGreaterThan(0);
    expect(rest.out.split("\n")[0]).toBe("changelogs: 6 chats");
    const again = JSON.parse((await run(folder).ended).out.trim().split("\n").at(-1) as string);
    expect(again).toEqual({ packages: 6, created: 0, known: created });
  });
});
