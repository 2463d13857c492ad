import { defineCommand, T } from "@postern/core";
import { namingHost } from "@postern/core/process";
import { scaffold } from "../check/scaffold.ts";
import { FolderRefused, FolderTaken, NoWorkspace } from "../errors.ts";
import { folderCreated } from "../events.ts";
import { firstExisting } from "../folder/existing.ts";
import { createFileIn } from "../folder/handle.ts";
import { refusalOf } from "../folder/refuse.ts";
import { dirIn, inNewFolder } from "../folder/workspace.ts";
import { group } from "../group.ts";
import { Dir, Name, Slug } from "../schemas.ts";
import { slugFor } from "../slug.ts";

export const init = defineCommand(group, {
  id: "widgets.init",
  summary: "Create a folder for a new widget",
  description:
    "The folder gets a `widget.html` and a `widget.json`, ready to publish. Existing files are not " + "overwritten.",
  input: T.Object({ dir: Dir, slug: T.Optional(Slug), name: T.Optional(Name) }),
  output: T.Object({
    dir: T.String({ description: "Path of the folder, relative to the workspace" }),
    slug: T.String({ description: "Slug of the widget" }),
    name: T.String({ description: "Name of the widget" }),
    files: T.Array(T.String(), { description: "Files that were created" }),
  }),
  errors: [NoWorkspace, FolderRefused, FolderTaken],
  examples: [{ title: "A widget named Hello", input: { dir: "widgets/new-hello", name: "Hello" } }],
  plan: ({ config, state }, { dir: asked, slug: given, name: givenName }) =>
    namingHost(state.host, async () => {
      const dir = await dirIn(config.workspace, asked);
      const slug = slugFor(given, dir.split("/").at(-1) ?? "");
      const name = givenName ?? slug;
      const files = Object.keys(scaffold(name));
      const taken = await firstExisting(config.workspace, dir, files);
      if (taken !== undefined) throw FolderTaken({ path: taken });
      return { summary: `Create ${files.join(" and ")} in ${dir}`, dir, slug, name, files };
    }),
  async execute({ config, state, emit }, { dir, slug, name, files }) {
    const create = () =>
      inNewFolder(config.workspace, dir, async ({ folder }) => {
        for (const [file, text] of Object.entries(scaffold(name))) {
          const handle = await createFileIn(folder, file).catch((error: NodeJS.ErrnoException) => {
            const path = `${dir}/${file}`;
            throw error.code === "EEXIST" ? FolderTaken({ path }) : refusalOf(error, path);
          });
          await handle.writeFile(text).finally(() => handle.close());
        }
      });
    await namingHost(state.host, create);
    emit(folderCreated, { dir, files });
    return { dir, slug, name, files };
  },
});
