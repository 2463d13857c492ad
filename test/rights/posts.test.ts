import { createGateway } from "@postern/core";
import { expect, it } from "vitest";
import { loadPlugins } from "../../plugins/cli/src/groups.ts";
import { posting } from "../architecture/posts.ts";
import { files, plugins } from "../architecture/sources.ts";

const found = plugins.flatMap((name) => posting(files(`plugins/${name}/src`, ".ts")));

/** The commands that write what people read in chats, but do not declare it. */
function undeclared(operations: readonly { readonly id: string; readonly properties: readonly string[] }[]) {
  const declared = new Set(operations.filter(({ properties }) => properties.includes("posts")).map(({ id }) => id));
  return found.filter(({ id }) => !declared.has(id));
}

it("every operation that writes what people read in chats declares it", async () => {
  const { operations } = createGateway({ plugins: await loadPlugins({ plugins: {} }) }).manifest;
  expect(undeclared(operations)).toEqual([]);
  // The check finds what does not: here every command that writes in chats and one of another plugin.
  const others = undeclared(operations.map((one) => ({ ...one, properties: [] }))).map(({ id }) => id);
  expect(others).toEqual(
    expect.arrayContaining(["chats.messages.create", "agents.turns.answer", "channels.adapters.update"]),
  );
});
