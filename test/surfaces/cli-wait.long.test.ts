import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { newUser } from "./postern.ts";
import { openTerminal } from "./terminal.ts";

const HOOKS = { plugins: { hooks: { hooksPrivate: true } } };
const WAITING = /"postern hooks deliveries show (entry_[0-9a-f]{24})"/;

async function served(config: object = HOOKS) {
  const user = newUser();
  user.configure(config);
  await user.run("init");
  return { ...user, server: await user.serve() };
}

/** A server for webhooks on this machine; its address. */
async function receiver(respond: RequestListener): Promise<string> {
  const server = createServer(respond);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}
const answering = (status: number) => receiver((_request, response) => response.writeHead(status).end());
const hanging = () => receiver(() => {});

async function hookAt(user: ReturnType<typeof newUser>, url: string): Promise<string> {
  const { hook } = await user.json("hooks", "create", "--url", url, "--types", "chats.**");
  return hook.id;
}

describe("--wait", () => {
  it("waits until the rows of a file are imported, and shows the import", async () => {
    const user = await served();
    await user.run("bases", "create", "Leads", "--slug", "leads");
    await user.run("bases", "props", "create", "leads", "Company", "text");
    const file = `company\n${Array.from({ length: 5_000 }, (_, at) => `Company ${at}`).join("\n")}\n`;
    const command = ["bases", "rows", "import", "leads", "csv", "--file", "-", "--wait"];
    const { code, out, err } = await user.runWith({}, file, ...command, "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const { import: shown } = JSON.parse(out);
    expect(shown).toMatchObject({ state: "done", rows: 5_000, of: 5_000 });
    const small = await user.runWith({}, "company\nInitech\n", ...command);
    expect(small.code).toBe(0);
    expect(small.out).toMatch(/state: +done/);
    const undone = await user.json("bases", "imports", "undo", shown.id, "--execute", "--wait");
    expect(undone.import).toMatchObject({ id: shown.id, state: "undone", rows: 0 });
  });

  it("shows the answer of the call if nothing continues", async () => {
    const user = await served();
    await user.run("bases", "create", "Leads", "--slug", "leads");
    await user.run("bases", "props", "create", "leads", "Worth", "number");
    const command = ["bases", "rows", "import", "leads", "csv", "--file", "-", "--wait", "--json"];
    const { code, out } = await user.runWith({}, "worth\nmuch\n", ...command);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ state: "refused", bad: 1 });
  });

  it("does not wait for a plan", async () => {
    const user = await served();
    const { code, out } = await user.run(
      "hooks",
      "test",
      await hookAt(user, await answering(200)),
      "--wait",
      "--dry-run",
    );
    expect(code).toBe(3);
    expect(out).toMatch(/^Plan: Post a test event/);
  });

  it("shows the delivery of a webhook that accepts it", async () => {
    const user = await served();
    const { delivery } = await user.json("hooks", "test", await hookAt(user, await answering(200)), "--wait");
    expect(delivery).toMatchObject({ status: "done", attempts: 1 });
  });

  it("fails with the state and the reason if it ends badly", async () => {
    const user = await served();
    const hook = await hookAt(user, await answering(410));
    const { code, out, err } = await user.run("hooks", "test", hook, "--wait", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(out).delivery.status).toBe("dead");
    expect(JSON.parse(err)).toMatchObject({
      code: "cli.failed",
      detail: "The delivery is dead: The target answered 410 Gone, so the hook was disabled",
    });
  });

  it("ends at the timeout and says that the work continues", async () => {
    const user = await served();
    const hook = await hookAt(user, await answering(500));
    const failing = await user.run("hooks", "test", hook, "--wait", "--timeout", "4000ms");
    expect(failing.code).toBe(1);
    expect(failing.err).toMatch(
      /^Timed out: the delivery is (waiting|running): The target answered 500\. It continues/,
    );
    const { code, out, err } = await user.run(
      "hooks",
      "test",
      await hookAt(user, await hanging()),
      "--wait",
      "--timeout",
      "2.5",
    );
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^Timed out: the delivery is running\. It continues in the background\. Show it with "/);
    const [, id = ""] = WAITING.exec(err) ?? [];
    expect((await user.json("hooks", "deliveries", "show", id)).delivery.status).toBe("running");
  });

  it("waits for a retried entry of a queue", async () => {
    const user = await served();
    let status = 410;
    const hook = await hookAt(user, await receiver((_request, response) => response.writeHead(status).end()));
    await user.run("hooks", "test", hook, "--wait");
    const { deliveries } = await user.json("hooks", "deliveries", "list", "--status", "dead");
    status = 200;
    await user.run("hooks", "enable", hook);
    const { delivery } = await user.json("hooks", "deliveries", "retry", deliveries[0].id, "--wait");
    expect(delivery.status).toBe("done");
  });

  it.skipIf(!has("espeak-ng"))("waits until speech is generated", async () => {
    const user = await served({ plugins: { audio: { engine: "espeak-ng" } } });
    const { request } = await user.json("audio", "tts", "Tea is ready", "--execute", "--wait");
    expect(["ready", "played"]).toContain(request.state);
    expect(request.sound.bytes).toBeGreaterThan(1_000);
  });

  it.skipIf(!has("script"))("is stopped by Ctrl-C, which does not stop the work", async () => {
    const user = await served();
    const hook = await hookAt(user, await hanging());
    const { seen, type, ended } = openTerminal(user, `exec postern hooks test ${hook} --wait`);
    await until(() => expect(seen()).toContain("Waiting for the delivery: running … "));
    type("\u0003");
    const { code, text } = await ended;
    expect(code).toBe(130);
    expect(text).toContain("Stopped waiting: the delivery is running. It continues in the background. Show it with ");
    const [, id = ""] = WAITING.exec(text) ?? [];
    expect((await user.json("hooks", "deliveries", "show", id)).delivery.status).toBe("running");
  });

  it("needs a running gateway, and otherwise does nothing", async () => {
    const user = newUser();
    user.configure(HOOKS);
    await user.run("init");
    const hook = await hookAt(user, "http://127.0.0.1:9/hook");
    const { code, err } = await user.run("hooks", "test", hook, "--wait");
    expect(code).toBe(1);
    expect(err).toBe('--wait needs a running gateway to do the work. Start one with "postern serve".\n');
    expect((await user.json("hooks", "deliveries", "list")).deliveries).toEqual([]);
  });

  it("continues when the gateway starts again at another address", async () => {
    const user = await served();
    let requests = 0;
    const hook = await hookAt(
      user,
      await receiver((_request, response) => void (++requests > 1 && response.writeHead(200).end())),
    );
    const { ended } = user.launch(["hooks", "test", hook, "--wait", "--json"]);
    await until(() => expect(requests).toBeGreaterThan(0));
    user.server.child.kill("SIGTERM");
    await user.server.ended;
    await user.serve();
    const { code, out, err } = await ended;
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out).delivery.status).toBe("done");
  });

  it("fails if the gateway does not start again", async () => {
    const user = await served();
    let requests = 0;
    const hook = await hookAt(user, await receiver(() => requests++));
    const { ended } = user.launch(["hooks", "test", hook, "--wait"]);
    await until(() => expect(requests).toBeGreaterThan(0));
    user.server.child.kill("SIGKILL");
    const { code, err } = await ended;
    expect(code).toBe(1);
    expect(err).toMatch(/^Cannot connect to the gateway at \S+: ECONNREFUSED, for 30 seconds\. /);
    expect(err).toMatch(WAITING);
  });

  it.skipIf(!has("script"))("shows its progress at a terminal", async () => {
    const user = await served();
    const hook = await hookAt(user, await hanging());
    const { ended } = openTerminal(user, `postern hooks test ${hook} --wait --timeout 3s`);
    const { code, text } = await ended;
    expect(code).toBe(1);
    expect(text).toContain("Waiting for the delivery: running … 2.0 s");
  });
});

describe("--timeout", () => {
  it("is a duration, and only makes sense with --wait", async () => {
    const user = await served();
    const hook = await hookAt(user, await answering(200));
    for (const timeout of ["soon", "0", "-1s", "5d", "1000h"]) {
      const { code, err } = await user.run("hooks", "test", hook, "--wait", `--timeout=${timeout}`);
      expect(code).toBe(2);
      expect(err).toContain(`--timeout must be a duration such as 500ms, 30s, 5m or 1h, up to 596h, not "${timeout}"`);
    }
    const alone = await user.run("hooks", "test", hook, "--timeout", "5s");
    expect(alone).toMatchObject({ code: 2, err: "--timeout requires --wait\n" });
    expect((await user.json("hooks", "deliveries", "list")).deliveries).toEqual([]);
  });

  it("is a flag only of commands that end later", async () => {
    const user = newUser();
    expect((await user.run("hooks", "test", "--help")).out).toContain("--wait");
    expect((await user.run("hooks", "enable", "--help")).out).not.toContain("--wait");
  });
});
