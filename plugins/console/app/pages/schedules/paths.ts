import { pathTo } from "../../router.ts";

/** The addresses of this page. */
const pathOf = (tab: string, id: string | undefined): string =>
  pathTo("schedules", tab, ...(id === undefined ? [] : [id]));
export const schedulePath = (id?: string): string => pathOf("list", id);
export const rulePath = (id?: string): string => pathOf("rules", id);
export const hookPath = (id?: string): string => pathOf("hooks", id);
