import { PosternError } from "@postern/client";
import { matches } from "../../data/globs.ts";
import type { AddedPage } from "../../session/added-pages.ts";

type Rights = Pick<AddedPage, "uses" | "excluded" | "confirmed">;

/** Whether the viewer confirms each call of the operation. Throws if the page may not call it. */
export function confirmedIn(
  { uses, excluded, confirmed }: Rights,
  id: string,
): Rights["confirmed"][number] | undefined {
  if (!matches(uses, id)) throw refusal(`This page may not use ${id}: its plugin must list it in "uses".`);
  if (excluded.includes(id))
    throw refusal(
      `This page may not use ${id}, which creates keys, answers secrets, decides approvals or sets up lasting work: its plugin must list exactly this id in "uses".`,
    );
  return confirmed.find((operation) => operation.id === id);
}

const refusal = (detail: string): PosternError =>
  new PosternError({ code: "console.not_allowed", status: 403, detail });

/** How a page may use operations of one kind. */
export interface RightsShown {
  readonly reads: readonly string[];
  /** Changes without a question. */
  readonly writes: readonly string[];
  /** What reaches other systems or destroys something: its plan is shown. */
  readonly planned: readonly string[];
}

/** The operations that a page may call, of those that the viewer may call. Confirmed ones are not among them. */
export function rightsShown(page: Rights, operations: Iterable<{ id: string; effect: string }>): RightsShown {
  const not = new Set([...page.excluded, ...page.confirmed.map(({ id }) => id)]);
  const used = [...operations].filter(({ id }) => !not.has(id) && matches(page.uses, id));
  const idsOf = (...effects: string[]): string[] =>
    used.filter(({ effect }) => effects.includes(effect)).map(({ id }) => id);
  return { reads: idsOf("read"), writes: idsOf("write"), planned: idsOf("external", "destroy") };
}
