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
