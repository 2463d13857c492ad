import {
  createGateway,
  createLog,
  defineGroup,
  definePlugin,
  defineQuery,
  type PluginContext,
  type SetupContext,
  T,
} from "@postern/core";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { expect, it } from "vitest";
import { noteAdded, notesPlugin } from "./fixtures/notes.ts";

const group = defineGroup("ears", { title: "Ears" });
const ask = defineQuery(group, {
  id: "ears.ask",
  summary: "Ask",
  input: T.Object({}),
  output: T.Object({}),
  run: () => ({}),
});

it("a listener that a plugin adds after its start ends with the plugin", async () => {
  const hosts: PluginContext[] = [];
  const heard: string[] = [];
  const ears = definePlugin(group, {
    version: "1.0.0",
    operations: [ask],
    start(host) {
      hosts.push(host);
      return undefined;
    },
  });
  const gateway = createGateway({ plugins: [notesPlugin(), ears()], storage: memory() });
  for (const [round, text] of ["tea", "milk"].entries()) {
    await gateway.start();
    hosts[round]?.on(noteAdded, () => heard.push(`${round} ${text}`));
    const off = hosts[round]?.on(noteAdded, () => heard.push("ended"));
    off?.();
    await gateway.call("notes.add", { text });
    await gateway.stop();
  }
  expect(heard).toEqual(["0 tea", "1 milk"]);
  hosts[0]?.on(noteAdded, () => heard.push("too late"));
  await gateway.start();
  await gateway.call("notes.add", { text: "water" });
  await gateway.stop();
  expect(heard).toEqual(["0 tea", "1 milk"]);
});

it("a failed setup removes its signal, listeners and operations", async () => {
  let host: SetupContext | undefined;
  let fails = true;
  const heard: string[] = [];
  const ears = definePlugin(group, {
    version: "1.0.0",
    operations: [ask],
    setup(given) {
      host = given;
      given.on(noteAdded, () => heard.push("note"));
      if (fails) throw new Error("no luck");
    },
  });
  const { gateway, admin, stop } = await testGateway({
    plugins: [notesPlugin(), ears()],
    storage: memory(),
    log: createLog({ write: () => {} }),
  });
  expect(host?.signal.aborted).toBe(true);
  await gateway.call("notes.add", { text: "tea" });
  expect(heard).toEqual([]);
  const listed = () => gateway.manifest.operations.map(({ id }) => id).filter((id) => id === "ears.ask");
  expect(listed()).toEqual([]);
  const digest = gateway.manifest.digest;
  expect((await admin.post("ears.ask")).body).toMatchObject({ code: "gateway.unavailable", plugin: "ears" });
  await gateway.stop();
  fails = false;
  await gateway.start();
  expect(listed()).toEqual(["ears.ask"]);
  expect(gateway.manifest.digest).not.toBe(digest);
  expect(host?.signal.aborted).toBe(false);
  await stop();
});
