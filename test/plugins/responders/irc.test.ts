import agents from "@postern/agents";
import channels from "@postern/channels";
import irc from "@postern/channels-irc";
import chats from "@postern/chats";
import context from "@postern/context";
import { testGateway } from "@postern/core/testing";
import responders from "@postern/responders";
import tasks from "@postern/tasks";
import { describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { person } from "../channels/servers/irc-person.ts";
import { startNgircd } from "../channels/servers/ngircd.ts";
import { calls, openModelServer, says } from "./model-server.ts";

describe.skipIf(!has("ngircd"))("a person on IRC (needs ngircd)", () => {
  it("talks with a model, which creates a task through a tool", async () => {
    const server = await startNgircd();
    onTestFinished(() => server.stop());
    const plugins = [context(), agents(), chats(), tasks(), responders(), channels({ role: "runner" }), irc()] as const;
    const { admin, stop } = await testGateway({ plugins, background: true });
    onTestFinished(() => stop());
    const post = async (id: string, body: object) => {
      const { status, body: answer } = await admin.post(id, body);
      expect([id, status, answer.detail]).toEqual([id, 200, undefined]);
      return answer;
    };
    const model = await openModelServer(
      calls("tasks_create", { title: "Buy tea" }),
      says(["I created ", "the task."]),
      says(["You are welcome."]),
    );
    await post("agents.create", { id: "main" });
    await post("responders.create", {
      id: "bot",
      kind: "openai",
      agents: ["main"],
      config: { baseURL: model.baseURL, model: "small" },
      scopes: ["tasks:write"],
    });
    const config = { host: "127.0.0.1", port: server.port, tls: false, nick: "postern", channels: ["#help"] };
    await post("channels.adapters.create", { id: "irc", kind: "irc", agent: "main", config });
    await until(async () =>
      expect((await post("channels.adapters.show", { id: "irc" })).adapter).toMatchObject({ status: "connected" }),
    );
    const ada = await person(server.port, "ada", { channels: ["#help"] });
    ada.say("#help", "Please remind me to buy tea");
    await ada.hears(/I created the task\./);
    expect((await post("tasks.list", {})).tasks).toMatchObject([{ title: "Buy tea" }]);
    ada.say("#help", "Thanks");
    await ada.hears(/You are welcome\./);
    expect(ada.heard("postern")).toEqual(["I created the task.", "You are welcome."]);
  });
});
