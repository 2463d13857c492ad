import type { PluginPage } from "@postern/core";

const NAME = /^[a-z][a-z0-9-]{0,31}$/;
const FILE = /^(?!\.)[\w.-]+(\/(?!\.)[\w.-]+)*$/;

/** Declares a page of a plugin in the console. Throws for a name, title or file that is not valid. */
export function definePage({
  needs = [],
  uses = [],
  ...page
}: Omit<PluginPage, "needs" | "uses"> & Partial<Pick<PluginPage, "needs" | "uses">>): PluginPage {
  const { name, title, files, module, icon } = page;
  const refuse = (reason: string): never => {
    throw new Error(`Page "${name}": ${reason}`);
  };
  if (!NAME.test(name)) refuse("the name must be lowercase letters, digits and dashes, beginning with a letter");
  if (title.trim() === "" || title.length > 40) refuse("the title must have 1 to 40 characters");
  if (/\p{C}/u.test(title)) refuse("the title must not contain control or invisible characters");
  if (!files.pathname.endsWith("/")) refuse(`the address of the folder must end with a slash: ${files.href}`);
  if (!FILE.test(module) || !/\.m?js$/.test(module)) refuse(`the module must be a .js file in the folder: ${module}`);
  if (icon !== undefined && !(FILE.test(icon) && icon.endsWith(".svg")))
    refuse(`the icon must be an .svg file in the folder: ${icon}`);
  return { ...page, needs, uses };
}
