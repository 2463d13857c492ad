import { pathTo } from "../../router.ts";

/** The addresses of this page. */
export const agentPath = (id?: string): string => pathTo("agents", "list", ...(id === undefined ? [] : [id]));
export const turnPath = (id?: string): string => pathTo("agents", "turns", ...(id === undefined ? [] : [id]));
export const responderPath = (id?: string): string => pathTo("agents", "responders", ...(id === undefined ? [] : [id]));
export const codingPath = (id?: string): string => pathTo("agents", "coding", ...(id === undefined ? [] : [id]));

/** Where a coding agent works. */
export const placeOf = ({ cwd, host }: { readonly cwd: string; readonly host?: string }): string =>
  `${cwd === "." ? "workspace" : cwd}${host === undefined ? "" : ` on ${host}`}`;
