import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import stringWidth from "string-width";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../run/until.ts";
import { newUser } from "./postern.ts";

const lines = (text: string) => text.trim().split("\n").length;

describe("a command", () => {
  it("calls the running gateway, or opens the store itself if none is running", async () => {
    const user = newUser();
    await user.run("init");
    expect((await user.run("chats", "create", "--title", "by itself")).code).toBe(0);
    const served = await user.serve();
    await user.run("chats", "create", "--title", "through the gateway");
    const { out } = await user.run("chats", "list", "--json");
    expect(JSON.parse(out).total).toBe(2);
    process.kill(served.pid, "SIGTERM");
    await served.ended;
    expect((await user.run("chats", "list", "--json")).out).toBe(out);
  });

  it("prints a table by default and the response with --json", async () => {
    const user = newUser();
    await user.run("init");
    await user.run("chats", "create", "--title", "tea", "--tags", "a", "--tags", "b");
    const { out, err } = await user.run("chats", "list");
    expect(out).toMatch(/^id +/);
    expect(out).toMatch(/a, b/);
    expect(err).toBe("1 of 1\n");
    expect((await user.json("chats", "list")).chats[0].tags).toEqual(["a", "b"]);
  });

  it("aligns the columns of a table in any script, and cuts nothing in a pipe", async () => {
    const user = newUser();
    await user.run("init");
    for (const title of ["tea", "日本語", "👨‍👩‍👧 family", "長".repeat(60)]) {
      await user.run("chats", "create", "--title", title, "--tags", "tag");
    }
    const { out } = await user.run("chats", "list");
    const rows = out.split("\n").slice(1, 5);
    const columns = rows.map((row) => stringWidth(row.slice(0, row.indexOf("  tag") + 2)));
    expect(new Set(columns).size).toBe(1);
    expect(out).toContain("長".repeat(60));
  });

  it("prints a single object as a block, with times as dates", async () => {
    const user = newUser();
    await user.run("init");
    const { out } = await user.run("chats", "create", "--title", "two\nlines \u001b[31m");
    expect(out).toContain("  title:\n    two\n    lines \\u001b[31m\n");
    expect(out).toMatch(/ {2}createdAt: \d{4}-\d\d-\d\dT/);
    expect(out).toContain("disposition: created\n");
  });

  it("succeeds if the reader closes the pipe early", async () => {
    const user = newUser();
    await user.run("init");
    const { child, output, ended } = user.launch(["chats", "list"]);
    child.stdout.destroy();
    expect((await ended).code).toBe(0);
    expect(output.err).toBe("No chats\n");
  });

  it("reads fields from flags, a file or standard input", async () => {
    const user = newUser();
    await user.run("init");
    writeFileSync(join(user.home, "body.json"), JSON.stringify({ title: "from a file", kind: "room" }));
    const file = await user.json("chats", "create", "--input", "body.json", "--kind", "group");
    expect(file.chat).toMatchObject({ title: "from a file", kind: "group" });
    const piped = await user.runWith({}, '{"title":"piped"}', "chats", "create", "--input", "-", "--json");
    expect(JSON.parse(piped.out).chat.title).toBe("piped");
    expect((await user.runWith({}, "[]", "chats", "create", "--input", "-")).code).toBe(2);
    expect((await user.json("chats", "create", "--client-chat-id", "c1")).disposition).toBe("created");
    expect((await user.json("chats", "create", "--clientChatId", "c1")).disposition).toBe("duplicate");
  });

  it("accepts any text as the value of a field, including flags", async () => {
    const user = newUser();
    await user.run("init");
    for (const title of ["--gateway=http://127.0.0.1:9", "--config-file", "--client-chat-id", "-x"]) {
      expect((await user.json("chats", "create", "--title", title)).chat.title).toBe(title);
    }
  });

  it("shows a plan with --dry-run and exits with 3; --plan executes that plan or nothing", async () => {
    const user = newUser();
    await user.run("init");
    const dry = await user.run("chats", "create", "--title", "tea", "--dry-run");
    expect(dry.code).toBe(3);
    expect(dry.out).toContain("Plan: Create a chat\n");
    const [, digest = ""] =
      /Remove --dry-run to execute, or replace it with --plan (\S+) to execute exactly this plan/.exec(dry.out) ?? [];
    expect((await user.json("chats", "list")).total).toBe(0);
    const stale = await user.run("chats", "create", "--title", "coffee", "--plan", digest);
    expect([stale.code, stale.out]).toEqual([5, ""]);
    expect((await user.json("chats", "list")).total).toBe(0);
    expect((await user.run("chats", "create", "--title", "tea", "--plan", digest)).code).toBe(0);
  });

  it("runs once per idempotency key", async () => {
    const user = newUser();
    await user.run("init");
    for (const _ of [1, 2]) await user.run("chats", "create", "--idempotency-key", "k1");
    expect((await user.json("chats", "list")).total).toBe(1);
    expect((await user.run("chats", "create", "--title", "other", "--idempotency-key", "k1")).code).toBe(5);
    expect((await user.run("chats", "create", "--idempotency-key", "ü")).code).toBe(2);
  });
});

describe("the exit code", () => {
  it("is 2 for a usage error, with a helpful line", async () => {
    const user = newUser();
    await user.run("init");
    for (const [args, said] of [
      [["nope"], "unknown command"],
      [["chts"], "Did you mean chats?"],
      [["chats", "nope"], "unknown command"],
      [["chats", "show", "--bogus", "1"], "unknown option"],
      [["init", "--gateway", "http://127.0.0.1:1"], "unknown option '--gateway'"],
      [["chats", "show"], "--chatId is required"],
      [["chats", "list", "--limit", "9999"], "--limit must be from 1 to 500"],
      [["chats", "create", "--kind", "cat"], "must be one of dm, group, room, thread"],
    ] as const) {
      const { code, out, err } = await user.run(...args);
      expect([args, code, out]).toEqual([args, 2, ""]);
      expect(err).toContain(said);
    }
  });

  it("is 2 with a JSON problem for a usage error with --json", async () => {
    const user = newUser();
    await user.run("init");
    for (const args of [
      ["chats", "show", "--bogus", "1"],
      ["chats", "lst"],
      ["--data", "x", "chats", "list"],
    ]) {
      const { code, out, err } = await user.run(...args, "--json");
      const problem = JSON.parse(err);
      expect([args, out, problem.detail]).toEqual([args, "", problem.message]);
      expect([code, problem.code]).toEqual(args.includes("x") ? [1, "cli.failed"] : [2, "cli.usage"]);
      expect(problem.detail).not.toBe("");
    }
  });

  it("is 1 for not found, 4 for not permitted and 5 for a conflict", async () => {
    const user = newUser();
    await user.run("init");
    const unknown = await user.run("chats", "show", "--chatId", "chat_000000000000000000000000");
    expect([unknown.code, unknown.out]).toEqual([1, ""]);
    const wrongKey = { POSTERN_TOKEN: `rctx_${"x".repeat(43)}` };
    expect((await user.runWith(wrongKey, "", "chats", "list")).code).toBe(4);
    const { key } = await user.json("context", "derive", "--label", "reader", "--scopes", "chats:read");
    const reader = await user.runWith({ POSTERN_TOKEN: key }, "", "chats", "create", "--json");
    expect([reader.code, JSON.parse(reader.out).code, reader.err]).toEqual([4, "gateway.forbidden", ""]);
    const { chat } = await user.json("chats", "create");
    await user.run("chats", "archive", "--chatId", chat.id);
    const message = ["--actorId", "a", "--clientMessageId", "m", "--content", "x"];
    const refused = await user.run("chats", "messages", "create", "--chatId", chat.id, ...message);
    expect([refused.code, refused.out]).toEqual([5, ""]);
    expect(refused.err).toContain("(request ");
  });
});

describe("a gateway elsewhere", () => {
  it("is reported in one line if it cannot be reached", async () => {
    const user = newUser();
    await user.run("init");
    const { code, err } = await user.run("chats", "list", "--gateway", "http://127.0.0.1:9");
    expect([code, err]).toEqual([1, "Cannot connect to the gateway at http://127.0.0.1:9: ECONNREFUSED\n"]);
    expect((await user.run("chats", "list", "--gateway", "ftp://nowhere")).code).toBe(2);
  });

  it("never receives the saved key", async () => {
    const user = newUser();
    await user.run("init");
    const { code, err } = await user.run("chats", "list", "--gateway", "http://gateway.example:4870");
    expect([code, lines(err)]).toEqual([4, 1]);
    expect(err).toContain("POSTERN_TOKEN");
  });

  it("receives POSTERN_TOKEN only if the user named it, not a file in the folder", async () => {
    const user = newUser();
    await user.run("init");
    const heard: (string | undefined)[] = [];
    // The host name of this machine counts as another machine, unlike 127.0.0.1.
    const other = createServer((req, res) => {
      heard.push(req.headers.authorization);
      res.writeHead(503, { "content-type": "application/json" }).end("{}");
    }).listen(0, "::");
    onTestFinished(() => void other.close());
    await new Promise((ready) => other.once("listening", ready));
    const { port } = other.address() as AddressInfo;
    const elsewhere = `http://${hostname()}:${port}`;
    const env = { POSTERN_TOKEN: `rctx_${"x".repeat(43)}` };
    user.configure({ gateway: elsewhere });
    for (const args of [
      ["chats", "list"],
      ["events", "stream"],
    ]) {
      const { code, err } = await user.runWith(env, "", ...args);
      expect([code, lines(err)]).toEqual([4, 1]);
      expect(err).toContain(`--gateway ${elsewhere}`);
      expect(err).not.toContain(env.POSTERN_TOKEN);
    }
    expect(heard).toEqual([]);

    await user.runWith(env, "", "chats", "list", "--gateway", elsewhere);
    await user.runWith({ ...env, POSTERN_URL: elsewhere }, "", "chats", "list");
    await user.runWith(env, "", "chats", "list", "--config-file", join(user.home, "postern.config.json"));
    user.configure({ gateway: `http://localhost:${port}` });
    await user.runWith(env, "", "chats", "list");
    expect(heard).toEqual(Array(4).fill(`Bearer ${env.POSTERN_TOKEN}`));
  });

  it("is refused if it does not respond like a gateway, and redirects are not followed", async () => {
    const user = newUser();
    await user.run("init");
    const other = createServer((req, res) => {
      if (req.url?.includes("chats/list")) res.writeHead(200).end("<html>");
      else res.writeHead(307, { location: "http://gateway.example/" }).end();
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await new Promise((ready) => other.once("listening", ready));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    for (const args of [
      ["chats", "list"],
      ["chats", "create"],
    ]) {
      const { code, out, err } = await user.run(...args, "--gateway", url);
      expect([code, out, lines(err)]).toEqual([1, "", 1]);
    }
  });
});

describe("a key", () => {
  it("is required, with an error in one line", async () => {
    const user = newUser();
    await user.run("init");
    rmSync(join(user.home, ".config"), { recursive: true });
    const { code, err } = await user.run("chats", "list");
    expect([code, err]).toEqual([
      4,
      `No key found: POSTERN_TOKEN is not set, and ${user.home}/.config/postern/keys.json has no key of ${user.data}. ` +
        `Set POSTERN_TOKEN, or run "postern init --data ${user.data} --force" to create another admin key.\n`,
    ]);
  });

  it("that replaces the saved one is saved, and shown", async () => {
    const user = newUser();
    await user.run("init");
    const { code, out, err } = await user.run("context", "rotate", "--self");
    expect([code, err]).toEqual([0, `The new key is saved in ${user.home}/.config/postern/keys.json\n`]);
    expect(out).toMatch(/^key: rctx_/m);
    expect((await user.run("chats", "list")).code).toBe(0);
    const { key } = await user.json("context", "derive", "--label", "other", "--scopes", "*");
    const own = await user.runWith({ POSTERN_TOKEN: key }, "", "context", "rotate", "--self");
    expect([own.code, own.err]).toEqual([0, "Set POSTERN_TOKEN to the new key\n"]);
    expect((await user.run("chats", "list")).code).toBe(0);
  });

  it("is not saved over a file of saved keys that cannot be read", async () => {
    const user = newUser();
    await user.run("init");
    const file = join(user.home, ".config/postern/keys.json");
    writeFileSync(file, '{"data": "rctx_');
    for (const args of [
      ["chats", "list"],
      ["context", "list"],
    ]) {
      const { code, err } = await user.run(...args);
      expect([code, err]).toEqual([1, `The saved keys in ${file} cannot be read. Fix the file or remove it\n`]);
    }
    expect(readFileSync(file, "utf8")).toBe('{"data": "rctx_');
  });

  it("is named in the error if the gateway refuses it, with what to do", async () => {
    const user = newUser();
    const { key, context } = await user.json("init");
    const env = { POSTERN_TOKEN: `rctx_${"x".repeat(43)}` };
    const saved = `The saved key of ${user.data} (in ${user.home}/.config/postern/keys.json) was revoked`;
    const given = `The key in POSTERN_TOKEN is wrong: ${user.data} has no such key, or it was rotated`;
    const refused = async (says: string, env: Record<string, string>, ...args: string[]) => {
      const { code, err } = await user.runWith(env, "", ...args);
      expect([code, err.split("\n")[0]]).toEqual([4, says]);
      expect(err).not.toContain("rctx_");
    };
    await refused(`${given}. Set it to a valid key, or unset it to use the saved key.`, env, "chats", "list");
    const { url, child, ended } = await user.serve();
    await refused(`${given}. Set it to a valid key, or unset it to use the saved key.`, env, "events", "stream");
    await refused(
      `${given}. Set it to a valid key, or unset it to use the saved key.`,
      env,
      ...["chats", "list", "--gateway", url],
    );
    await user.json("context", "derive", "--label", "other", "--scopes", "*");
    await user.runWith({ POSTERN_TOKEN: key }, "", "context", "revoke", "--id", context, "--yes");
    const advice = `Set POSTERN_TOKEN to a valid key, or run "postern init --data ${user.data} --force" to create another admin key.`;
    await refused(`${saved}. ${advice}`, {}, "chats", "list");
    child.kill("SIGTERM");
    await ended;
    await refused(`${saved}. ${advice}`, {}, "chats", "list");
    rmSync(join(user.home, ".config"), { recursive: true });
    await refused(`${given}. Set it to a valid key.`, env, "chats", "list");
    const { out } = await user.runWith(env, "", "chats", "list", "--json");
    expect(JSON.parse(out).code).toBe("gateway.unauthenticated");
  });

  it.each(["served", "not served"])(
    "is called expired, revoked, malformed or wrong if it is, of a folder that is %s",
    async (how) => {
      const user = newUser();
      await user.run("init");
      const derive = (...args: string[]) =>
        user.json("context", "derive", "--scopes", "chats:read", "--label", "guest", ...args);
      const { key: brief } = await derive("--ttl", "1");
      const { key: revoked, context } = await derive();
      await user.run("context", "revoke", "--id", context.id, "--yes");
      if (how === "served") await user.serve();
      const said = async (key: string) => {
        const { code, err } = await user.runWith({ POSTERN_TOKEN: key }, "", "context", "whoami");
        return code === 4 && err.split(/[.:]/)[0];
      };
      expect(await said(revoked)).toBe("The key in POSTERN_TOKEN was revoked");
      expect(await said(`rctx_${"x".repeat(43)}`)).toBe("The key in POSTERN_TOKEN is wrong");
      expect(await said("rctx_short")).toBe("The key in POSTERN_TOKEN is not a key");
      await until(async () => expect(await said(brief)).toBe("The key in POSTERN_TOKEN has expired"));
    },
  );

  it("gets the same error for the same fault over HTTP", async () => {
    const user = newUser();
    await user.run("init");
    const { key: revoked, context } = await user.json(
      "context",
      "derive",
      "--scopes",
      "chats:read",
      "--label",
      "guest",
    );
    await user.run("context", "revoke", "--id", context.id, "--yes");
    const { url } = await user.serve();
    const answers = await Promise.all(
      [revoked, `rctx_${"x".repeat(43)}`, "rctx_short"].map(async (key) => {
        const response = await fetch(`${url}/api/v1/context/whoami`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "x-request-id": "same" },
        });
        return [response.status, response.headers.get("www-authenticate"), await response.text()];
      }),
    );
    expect(answers[0]?.[0]).toBe(401);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it("may call context.whoami with any scopes", async () => {
    const user = newUser();
    await user.run("init");
    const scopes = ["--scopes", "chats:read@chat_0123456789abcdef01234567"];
    const { key } = await user.json("context", "derive", "--label", "guest", ...scopes);
    const { code, out } = await user.runWith({ POSTERN_TOKEN: key }, "", "context", "whoami", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ context: { label: "guest" }, scopes: scopes.slice(1) });
    expect(JSON.parse(out).operations).toContain("context.whoami");
  });

  it("is not repeated in the error if it is invalid", async () => {
    const user = newUser();
    await user.run("init");
    const { code, err } = await user.runWith({ POSTERN_TOKEN: "two words" }, "", "chats", "list");
    expect([code, err.includes("two words")]).toEqual([2, false]);
  });
});

describe("help", () => {
  it("lists the commands of a group with their summaries", async () => {
    const user = newUser();
    const { code, out } = await user.run("chats");
    expect(code).toBe(0);
    expect(out).toMatch(/postern chats create +Create a chat\n/);
    expect(out).toMatch(/postern chats lists members +List the chats/);
    expect((await user.run("chats", "messages")).out).not.toContain("chats lists");
  });

  it("shows a command with its fields and examples", async () => {
    const user = newUser();
    const { code, out } = await user.run("chats", "create", "--help");
    expect(code).toBe(0);
    expect(out).toContain("--clientChatId <value>");
    expect(out).toContain("postern chats create --title Release --agentId main --tags work");
    expect((await user.run("help", "chats", "create")).out).toBe(out);
  });

  it("is shown without arguments, and requires neither a store nor a key", async () => {
    const user = newUser();
    const { code, out } = await user.run();
    expect(code).toBe(0);
    for (const name of ["init", "serve", "chats", "context", "service"]) expect(out).toContain(`\n  ${name} `);
    expect((await user.run("--help")).out).toBe(out);
    expect((await user.run("version")).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

it("prints the OpenAPI document of the enabled plugins", async () => {
  const user = newUser();
  user.configure({ plugins: { chats: true }, pluginsOnly: true });
  const document = JSON.parse((await user.run("openapi")).out);
  expect(document.openapi).toBe("3.1.0");
  expect(document.paths).toHaveProperty(["/api/v1/chats/create"]);
  expect(document.paths).not.toHaveProperty(["/api/v1/context/whoami"]);
});
