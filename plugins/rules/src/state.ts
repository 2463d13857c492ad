import type { FilterLanguage } from "./filter/language.ts";
import type { Matching } from "./match/matches.ts";
import type { RuleIndex } from "./match/rule-index.ts";

/** State that the operations and workers of one gateway share. */
export interface State {
  /** The library of the filter language is loaded with the first filter. */
  language(): Promise<FilterLanguage>;
  /** The enabled rules, as of the last change that was noticed. */
  index: RuleIndex | undefined;
  /** What the consumer found for the events that it is about to commit. */
  matching: Matching | undefined;
  /** Id of the last event that the consumer of this process has handled, as far as known. */
  handled: string | undefined;
}

export function createState(): State {
  let language: Promise<FilterLanguage> | undefined;
  return {
    language() {
      language ??= import("./filter/language.ts").then(({ createFilterLanguage }) => createFilterLanguage());
      return language;
    },
    index: undefined,
    matching: undefined,
    handled: undefined,
  };
}
