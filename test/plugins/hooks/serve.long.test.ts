import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { newUser } from "../../surfaces/postern.ts";
import { certificate, certified, isSigned, startReceiver } from "./receiver.ts";

const environment = { POSTERN_HOOKS_PRIVATE: "1", NODE_EXTRA_CA_CERTS: fileURLToPath(certificate) };

describe("hooks of gateways in separate processes", () => {
  it("deliver waiting events over https after a gateway was killed and restarted", async () => {
    const target = await startReceiver((_request, response) => response.writeHead(500).end(), certified);
    const user = newUser();
    user.configure({ plugins: { context: true, chats: true, hooks: true } });
    await user.run("init");
    const first = await user.serve("serve", [], environment);
    const { hook, secret } = await user.json("hooks", "create", "--url", target.url, "--types", "chats.**");
    const titles = ["one", "two", "three"];
    for (const title of titles) await user.run("chats", "create", "--title", title);
    const list = () => user.json("hooks", "deliveries", "list", "--hook", hook.id);
    await until(async () => {
      const { deliveries } = await list();
      expect(deliveries.map(({ status }: { status: string }) => status)).toEqual(["waiting", "waiting", "waiting"]);
    });
    process.kill(first.pid, "SIGKILL");
    await first.ended;

    const before = target.received.length;
    target.answerWith(200);
    await user.serve("serve", [], environment);
    const delivered = () => target.received.slice(before);
    // A delivery that was running at the kill is repeated after its lease of 30 seconds expires.
    await until(() => {
      expect([...new Set(delivered().map(({ event }) => event.data.chat.title))].sort()).toEqual([...titles].sort());
    });
    expect(delivered().every((request) => isSigned(request, secret))).toBe(true);
    await until(async () =>
      expect((await list()).deliveries.every(({ status }: { status: string }) => status === "done")).toBe(true),
    );
  });

  it("deliver each event once with several processes on one store", async () => {
    const target = await startReceiver();
    const user = newUser();
    user.configure({ plugins: { context: true, chats: true, hooks: true } });
    await user.run("init");
    const served = await Promise.all([1, 2].map(() => user.serve("serve", [], environment)));
    const { hook } = await user.json("hooks", "create", "--url", target.url, "--types", "chats.**");
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, n) => user.json("chats", "create", "--gateway", served[n % 2]?.url ?? "")),
    );
    // Events are dispatched in order, and a gateway that stops finishes its attempts.
    made.push(await user.json("chats", "create"));
    await target.got(11);
    for (const { pid } of served) process.kill(pid, "SIGTERM");
    await Promise.all(served.map(({ ended }) => ended));
    expect(target.received.map(({ event }) => event.subject).sort()).toEqual(made.map(({ chat }) => chat.id).sort());
    expect((await user.json("hooks", "deliveries", "list", "--hook", hook.id, "--status", "done")).total).toBe(11);
  });

  it("refuse a private target unless the environment allows it", async () => {
    const user = newUser();
    user.configure({ plugins: { context: true, hooks: true } });
    await user.run("init");
    const args = ["hooks", "create", "--url", "http://127.0.0.1:8080/", "--types", "**"];
    const refused = await user.run(...args);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("POSTERN_HOOKS_PRIVATE=1");
    expect((await user.runWith({ POSTERN_HOOKS_PRIVATE: "1" }, "", ...args)).code).toBe(0);
  });
});
