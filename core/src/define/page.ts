/**
 * A page that a plugin adds to the console: a module that runs in a sandboxed frame and calls operations with the rights
 * of its viewer. The console serves the folder of its files to everybody who can reach it, so it must not contain data.
 */
export interface PluginPage {
  /** The last part of its address: `/console/plugins/<plugin>/<name>`. */
  readonly name: string;
  /** Its name in the navigation, 1 to 40 characters. */
  readonly title: string;
  /** The folder of its files: `new URL("../page/", import.meta.url)`. */
  readonly files: URL;
  /** The module in that folder whose default export shows the page: a `PageProgram`. */
  readonly module: string;
  /** An SVG file in that folder with one colour. */
  readonly icon?: string;
  /** Operations without which the page has nothing to show: it is hidden from keys that may not call them. */
  readonly needs: readonly string[];
  /** Operations that it may call and events that it may see, as globs. By default those of its plugin. */
  readonly uses: readonly string[];
}

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
  if (!files.pathname.endsWith("/")) refuse(`the address of the folder must end with a slash: ${files.href}`);
  if (!FILE.test(module) || !/\.m?js$/.test(module)) refuse(`the module must be a .js file in the folder: ${module}`);
  if (icon !== undefined && !(FILE.test(icon) && icon.endsWith(".svg")))
    refuse(`the icon must be an .svg file in the folder: ${icon}`);
  return { ...page, needs, uses };
}
