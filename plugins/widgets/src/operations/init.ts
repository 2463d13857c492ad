import { defineCommand, T } from "@postern/core";
import { scaffold } from "../check/scaffold.ts";
import { FolderRefused, FolderTaken, NoWorkspace } from "../errors.ts";
import { folderCreated } from "../events.ts";
import { createFileIn } from "../folder/handle.ts";
import { refusalOf } from "../folder/refuse.ts";
import { takenIn } from "../folder/taken.ts";
import { dirIn, inNewFolder } from "../folder/workspace.ts";
import { group } from "../group.ts";
import { Dir, Name, Slug } from "../schemas.ts";
import { slugFor } from "../slug.ts";

export const init = defineCommand(group, {
  id: "widgets.init",
  summary: "Begin a widget: a folder with a page and a manifest, which can be published as they are",
  description: "The folder is made where it is not there. Nothing is overwritten.",
  input: T.Object({ dir: Dir, slug: T.Optional(Slug), name: T.Optional(Name) }),
  output: T.Object({
    dir: T.String({ description: "As seen from the workspace" }),
    slug: T.String({ description: "Its name in addresses" }),
    name: T.String({ description: "Its name" }),
    files: T.Array(T.String(), { description: "The files" }),
  }),
  errors: [NoWorkspace, FolderRefused, FolderTaken],
  examples: [{ title: "A widget called Hello", input: { dir: "widgets/new-hello", name: "Hello" } }],
  async plan({ config }, { dir: asked, slug: given, name: said }) {
    const dir = await dirIn(config.workspace, asked);
    const slug = slugFor(given, dir.split("/").at(-1) ?? "");
    const name = said ?? slug;
    const files = Object.keys(scaffold(name));
    const taken = await takenIn(config.workspace, dir, files);
    if (taken !== undefined) throw FolderTaken({ path: taken });
    return { summary: `Write ${files.join(" and ")} to ${dir}`, dir, slug, name, files };
  },
  async execute({ config, emit }, { dir, slug, name, files }) {
    await inNewFolder(config.workspace, dir, async ({ folder }) => {
      for (const [file, text] of Object.entries(scaffold(name))) {
        const handle = await createFileIn(folder, file).catch((error: NodeJS.ErrnoException) => {
          const path = `${dir}/${file}`;
          throw error.code === "EEXIST" ? FolderTaken({ path }) : refusalOf(error, path);
        });
        await handle.writeFile(text).finally(() => handle.close());
      }
    });
    emit(folderCreated, { dir, files });
    return { dir, slug, name, files };
  },
});
