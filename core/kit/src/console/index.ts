import { defineService } from "@postern/core";

export type { PluginPage } from "@postern/core";
export { definePage } from "./define-page.ts";
export type { PageContext, PageError, PageEvent, PageProgram } from "./program.ts";

/** The pages of a console: a program in the browser that shows what a gateway stores. */
export interface ConsolePages {
  /**
   * The address of the page that shows what is at `path`, for example `bases/base_…`: absolute, or relative to the
   * address of the gateway.
   */
  urlOf(path: string): string;
}

/** Provided by a plugin that is a console. Without one, answers contain no `consoleUrl`. */
export const consolePages = defineService<ConsolePages>("console.pages");
