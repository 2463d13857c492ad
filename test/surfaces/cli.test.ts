import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

let user: ReturnType<typeof newUser>;
const enter = () => (user = newUser());
afterEach(() => user.leave());
const keyIn = (out: string) => (JSON.parse(out) as { key: string }).key;

describe("postern init", () => {
  it("makes the data folder and prints the first key, once", async () => {
    enter();
    const { code, out } = await user.run("init", "--json");
    expect(code).toBe(0);
    expect(keyIn(out)).toMatch(/^rctx_[\w-]{43}$/);
    expect(out.trim().split("\n").length).toBe(1);
    expect(statSync(user.data).mode & 0o777).toBe(0o700);
  });

  it("keeps the key in the user's own folder, and no trace of it in the data folder", async () => {
    enter();
    const key = keyIn((await user.run("init", "--json")).out);
    const saved = join(user.home, ".config/postern/keys.json");
    expect(readFileSync(saved, "utf8")).toContain(key);
    expect(statSync(saved).mode & 0o777).toBe(0o600);
    for (const name of readdirSync(user.data, { recursive: true, withFileTypes: true })) {
      if (name.isFile()) expect(readFileSync(join(name.parentPath, name.name)).includes(key)).toBe(false);
    }
  });

  it("refuses a second key that may do everything, unless it is forced", async () => {
    enter();
    await user.run("init");
    const again = await user.run("init");
    expect([again.code, again.out]).toEqual([5, ""]);
    expect(again.err).toContain("--force");
    expect((await user.run("init", "--force")).code).toBe(0);
  });
});

describe("postern serve", () => {
  it("prints one line when it is ready, answers, and ends well on SIGTERM", async () => {
    enter();
    const key = keyIn((await user.run("init", "--json")).out);
    const served = await user.serve();
    const response = await fetch(`${served.url}/api/v1/context/whoami`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(200);
    process.kill(served.pid, "SIGTERM");
    const { code, out } = await served.ended;
    expect(code).toBe(0);
    expect(out).toBe(`${JSON.stringify({ url: served.url, pid: served.pid })}\n`);
    expect(existsSync(join(user.data, "gateway.json"))).toBe(false);
  });

  it("answers what it has accepted before it ends", async () => {
    enter();
    const key = keyIn((await user.run("init", "--json")).out);
    const served = await user.serve();
    const post = (path: string, body: unknown) =>
      fetch(served.url + path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      });
    const { chat } = (await (await post("/api/v1/chats/create", { title: "t" })).json()) as { chat: { id: string } };
    const many = Array.from({ length: 100 }, (_, n) =>
      post("/api/v1/chats/messages/create", {
        chatId: chat.id,
        actorId: "a",
        clientMessageId: `m${n}`,
        content: "x",
      }).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await Promise.race(many);
    process.kill(served.pid, "SIGTERM");
    const statuses = await Promise.all(many);
    expect((await served.ended).code).toBe(0);
    const stored = JSON.parse(
      (await user.run("chats", "messages", "list", "--chatId", chat.id, "--limit", "500", "--json")).out,
    ) as { total: number };
    expect(stored.total).toBeGreaterThanOrEqual(statuses.filter((status) => status === 200).length);
    expect(statuses.filter((status) => status === 500)).toEqual([]);
  });

  it("refuses a folder without a store: an empty one would look like lost data", async () => {
    enter();
    const { code, err } = await user.run("serve", "--port", "0");
    expect(code).toBe(1);
    expect(err).toContain("postern init");
    expect(existsSync(user.data)).toBe(false);
  });

  it("refuses an address that other machines reach, and a port that is taken", async () => {
    enter();
    await user.run("init");
    const open = await user.run("serve", "--host", "0.0.0.0", "--port", "0");
    expect([open.code, open.err.trim().split("\n").length]).toEqual([1, 1]);
    expect(open.err).toContain("--public");
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((ready) => taken.once("listening", ready));
    const { port } = taken.address() as { port: number };
    const busy = await user.run("serve", "--port", String(port));
    expect([busy.code, busy.err]).toEqual([
      1,
      `Port ${port} is taken; choose another with --port, or 0 for any free one\n`,
    ]);
    taken.close();
  });

  it("serves one folder from two processes, and commands find one of them", async () => {
    enter();
    await user.run("init");
    const [left, right] = [await user.serve(), await user.serve()];
    await user.run("chats", "create", "--title", "shared", "--gateway", left.url);
    const seen = JSON.parse((await user.run("chats", "list", "--json", "--gateway", right.url)).out) as {
      total: number;
    };
    expect(seen.total).toBe(1);
    process.kill(left.pid, "SIGTERM");
    await left.ended;
    expect((await user.run("context", "whoami")).code).toBe(0);
    process.kill(right.pid, "SIGTERM");
    await right.ended;
  });
});

describe("a command", () => {
  it("talks to the gateway that runs, and opens the store itself when none does", async () => {
    enter();
    await user.run("init");
    expect((await user.run("chats", "create", "--title", "by itself")).code).toBe(0);
    const served = await user.serve();
    await user.run("chats", "create", "--title", "through the gateway");
    const { out } = await user.run("chats", "list", "--json");
    expect((JSON.parse(out) as { total: number }).total).toBe(2);
    process.kill(served.pid, "SIGKILL");
    await served.ended;
    expect((await user.run("chats", "list", "--json")).out).toBe(out);
  });

  it("prints a table to people and the answer itself with --json", async () => {
    enter();
    await user.run("init");
    await user.run("chats", "create", "--title", "tea", "--tags", "a", "--tags", "b");
    const { out } = await user.run("chats", "list");
    expect(out).toMatch(/^id +/);
    expect(out).toContain("1 of 1");
    const { chats } = JSON.parse((await user.run("chats", "list", "--json")).out) as { chats: { tags: string[] }[] };
    expect(chats[0]?.tags).toEqual(["a", "b"]);
  });

  it("takes its flags as fields, a file or standard input", async () => {
    enter();
    const { key } = JSON.parse((await user.run("init", "--json")).out) as { key: string };
    writeFileSync(join(user.home, "body.json"), JSON.stringify({ title: "from a file" }));
    const file = await user.run("chats", "create", "--input", "body.json", "--json");
    expect(JSON.parse(file.out).chat.title).toBe("from a file");
    const piped = await user.runWith(
      { POSTERN_TOKEN: key },
      '{"title":"piped"}',
      "chats",
      "create",
      "--input",
      "-",
      "--json",
    );
    expect(JSON.parse(piped.out).chat.title).toBe("piped");
    const kebab = await user.run("chats", "create", "--client-chat-id", "c1", "--json");
    expect(JSON.parse(kebab.out).disposition).toBe("created");
  });

  it("shows a plan with --dry-run and exits with 3", async () => {
    enter();
    await user.run("init");
    const dry = await user.run("chats", "create", "--title", "tea", "--dry-run");
    expect(dry.code).toBe(3);
    expect(dry.out).toContain("Plan: ");
    expect(dry.out).toContain("Nothing was done");
    expect(JSON.parse((await user.run("chats", "list", "--json")).out).total).toBe(0);
  });

  it("ends with a code for each kind of failure", async () => {
    enter();
    await user.run("init");
    expect((await user.run("chats", "show", "--chatId", "chat_000000000000000000000000")).code).toBe(1);
    expect((await user.run("chats", "show")).code).toBe(2);
    expect((await user.run("chats", "show", "--bogus", "1")).code).toBe(2);
    expect((await user.run("chats", "nope")).code).toBe(2);
    expect((await user.run("nope")).code).toBe(2);
    expect((await user.run("chats", "list", "--limit", "9999")).code).toBe(2);
    expect((await user.runWith({ POSTERN_TOKEN: `rctx_${"x".repeat(43)}` }, "", "chats", "list")).code).toBe(4);
    const { chat } = JSON.parse((await user.run("chats", "create", "--json")).out) as { chat: { id: string } };
    await user.run("chats", "archive", "--chatId", chat.id);
    const refused = await user.run(
      "chats",
      "messages",
      "create",
      "--chatId",
      chat.id,
      "--actorId",
      "a",
      "--clientMessageId",
      "m",
      "--content",
      "x",
      "--json",
    );
    expect(refused.code).toBe(5);
    expect(JSON.parse(refused.out).status).toBe(409);
  });

  it("without a key says how to come by one", async () => {
    enter();
    const { code, err } = await user.run("chats", "list");
    expect([code, err]).toEqual([4, "There is no key: set POSTERN_TOKEN, or run postern init\n"]);
  });
});

describe("the configuration", () => {
  it("chooses the groups that run", async () => {
    enter();
    writeFileSync(join(user.home, "postern.config.json"), JSON.stringify({ plugins: { context: true, chats: false } }));
    expect((await user.run("chats", "list")).code).toBe(2);
    expect((await user.run("--help")).out).not.toContain("chats");
  });

  it("may be code", async () => {
    enter();
    writeFileSync(
      join(user.home, "postern.config.ts"),
      "const groups: Record<string, boolean> = { context: true };\nexport default { plugins: groups };\n",
    );
    expect((await user.run("--help")).out).toMatch(/\n {2}context /);
  });

  it("is refused in one clear line when it is wrong", async () => {
    enter();
    for (const [config, said] of [
      [{ prot: 1 }, "no setting prot"],
      [{ port: "x" }, "port"],
      [{ plugins: { nothing: true } }, "no group nothing"],
      [{ store: "nowhere:x" }, "no storage driver nowhere"],
    ] as const) {
      writeFileSync(join(user.home, "postern.config.json"), JSON.stringify(config));
      const { code, err } = await user.run("init");
      expect([code, err.trim().split("\n").length]).toEqual([2, 1]);
      expect(err).toContain(said);
    }
  });

  it("may name any driver of unstorage", async () => {
    enter();
    const store = `fs:${join(user.home, "files")}`;
    expect((await user.run("init", "--store", store)).code).toBe(0);
    await user.run("chats", "create", "--title", "on files", "--store", store);
    expect(JSON.parse((await user.run("chats", "list", "--json", "--store", store)).out).total).toBe(1);
  });
});

it("prints completion scripts, and completes groups and flags", async () => {
  enter();
  for (const shell of ["bash", "zsh", "fish"]) expect((await user.run("completion", shell)).out).toContain("postern");
  expect((await user.run("completion", "cmd")).code).toBe(2);
  expect((await user.run("complete", "--", "chats", "mess")).out).toContain("messages");
  expect((await user.run("complete", "--", "chats", "create", "--ti")).out).toContain("--title");
});

it("prints its version and the OpenAPI document", async () => {
  enter();
  expect((await user.run("version")).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(JSON.parse((await user.run("openapi")).out).openapi).toBe("3.1.0");
});
