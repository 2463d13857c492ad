import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testGateway } from "@postern/core/testing";
import tasks from "@postern/tasks";
import widgets from "@postern/widgets";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { has } from "../run/programs.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { openPair } from "./pair.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

const opened = (options: object = {}) =>
  openPair(cluster, ({ workspace, home }) => [tasks({ workspace, home }), widgets({ workspace })], {
    host: "tea-house",
    ...options,
  });

describe.skipIf(!has("postgresql"))("folders of a machine, on a store that several machines use", () => {
  it("are named with the machine if a widget's folder is missing or taken", async () => {
    const [{ admin, host }] = await opened();
    const missing = await admin.post("widgets.check", { dir: "away" });
    expect(missing).toMatchObject({ status: 400, body: { code: "widgets.folder_refused", host: "tea-house" } });
    expect(missing.body.detail).toBe('On tea-house, "away" does not exist.');
    expect((await admin.post("widgets.publish", { dir: "away", execute: true })).body).toMatchObject({
      host: "tea-house",
    });
    mkdirSync(join(host.workspace, "taken"));
    writeFileSync(join(host.workspace, "taken/widget.html"), "");
    const taken = await admin.post("widgets.init", { dir: "taken" });
    expect(taken.body).toMatchObject({ code: "widgets.folder_taken", host: "tea-house" });
  });

  it("are named with the machine if a profile or its catalog is missing or cannot be read", async () => {
    const [{ admin, host }] = await opened();
    const missing = await admin.post("tasks.profiles.show", { profileId: "away" });
    expect(missing.body).toMatchObject({ code: "tasks.profile_not_found", host: "tea-house" });
    expect(missing.body.detail).toContain('Profile "away" not found on tea-house.');
    const unknown = await admin.post("tasks.create", { title: "Tea", profile: "away" });
    expect(unknown.body).toMatchObject({ code: "tasks.profile_unknown", host: "tea-house" });
    mkdirSync(join(host.workspace, ".postern"));
    writeFileSync(join(host.workspace, ".postern/profiles"), "");
    const refused = await admin.post("tasks.profiles.init", { profileId: "mine" });
    expect(refused.body).toMatchObject({ code: "tasks.catalog_refused", host: "tea-house" });
    const { diagnostics } = (await admin.post("tasks.profiles.validate")).body;
    expect(diagnostics[0].message).toBe("The workspace catalog .postern/profiles on tea-house is not a folder.");
  });

  it("are named with the machine if there is no workspace", async () => {
    const [{ admin }] = await openPair(cluster, () => [tasks(), widgets()], { host: "tea-house" });
    expect((await admin.post("widgets.check", { dir: "away" })).body.detail).toContain("The gateway on tea-house has");
    const catalog = await admin.post("tasks.profiles.list", { source: "workspace" });
    expect(catalog.body).toMatchObject({ code: "tasks.catalog_unknown", host: "tea-house" });
  });

  it("are not named on a store that only one machine uses", async () => {
    const { admin, stop } = await testGateway({ plugins: [tasks(), widgets()], host: "tea-house" });
    onTestFinished(stop);
    const { body } = await admin.post("widgets.check", { dir: "away" });
    expect(body.detail).toContain("This gateway has no workspace");
    expect(body).not.toHaveProperty("host");
    expect((await admin.post("tasks.profiles.show", { profileId: "away" })).body).not.toHaveProperty("host");
  });
});
