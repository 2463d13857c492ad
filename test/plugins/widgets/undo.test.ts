import { join } from "node:path";
import { testGateway } from "@postern/core/testing";
import projects from "@postern/projects";
import service from "@postern/service";
import widgets from "@postern/widgets";
import { describe, expect, it, onTestFinished } from "vitest";
import { expectUndone } from "../../run/undo.ts";
import { newWorkspace, page, write } from "./gateway.ts";

async function opened(scope: string) {
  const workspace = newWorkspace();
  write(join(workspace, "hello"), { "widget.html": page() });
  const { admin, stop } = await testGateway({ plugins: [widgets({ workspace }), projects(), service()] });
  onTestFinished(stop);
  const post = async (id: string, input: object = {}) => (await admin.post(id, input)).body;
  await post("projects.create", { name: "Site" });
  expect(await post("widgets.publish", { dir: "hello", scope, execute: true })).toMatchObject({ version: 1 });
  const ref = `${scope}/hello`;
  return {
    ...{ admin, post, ref },
    look: async () => [
      (await post("widgets.show", { ref })).item.archived,
      (await post("widgets.list")).items.map((item: { ref: string }) => item.ref),
    ],
  };
}

describe("undoing", () => {
  it.each([
    ["archive", "org"],
    ["unarchive", "org"],
    ["archive", "site"],
  ])("widgets.%s gives back what was there in %s, and undoing that does it again", async (verb, scope) => {
    const { admin, post, ref, look } = await opened(scope);
    if (verb === "unarchive") await post("widgets.archive", { ref });
    await expectUndone(admin, `widgets.${verb}`, { ref }, look);
  });

  it("is not offered for a command that changed nothing, or publishes", async () => {
    const { post, ref } = await opened("org");
    await post("widgets.unarchive", { ref });
    expect((await post("service.undo.list")).commands.map(({ by }: { by: string }) => by)).toEqual([
      "projects.archive",
    ]);
  });
});
