import type { Client } from "@postern/client";
import type { Api } from "@postern/client/api";
import type { Effect } from "../data/effect.ts";
import { root } from "../router.ts";

/** A page that a plugin adds to the console. */
export interface AddedPage {
  readonly plugin: string;
  /** The version of the plugin. */
  readonly version: string;
  readonly name: string;
  readonly title: string;
  /** The path of its files at the gateway. */
  readonly path: string;
  readonly module: string;
  readonly icon?: string;
  /** Operations that it may call and events that it may see, as globs. */
  readonly uses: readonly string[];
  /** Operations that create keys, answer secrets, decide approvals or set up lasting work: each call is confirmed. */
  readonly confirmed: readonly { readonly id: string; readonly effect: Effect; readonly summary: string }[];
  /** Such operations that only wildcards in `uses` match: it may not call them. */
  readonly excluded: readonly string[];
}

/** The pages of plugins that have something to show to this key. */
export async function addedPages(
  client: Client<Api>,
  operations: ReadonlyMap<string, unknown>,
): Promise<readonly AddedPage[]> {
  if (!operations.has("console.pages.list")) return [];
  const { pages } = await client.console.pages.list({ limit: 500 });
  return (pages as (AddedPage & { needs: readonly string[] })[]).filter(({ needs }) =>
    needs.every((id) => operations.has(id)),
  );
}

/** The address of a file of a plugin's page. */
export const fileOf = ({ path }: AddedPage, file: string): string => new URL(`..${path}${file}`, root).href;
