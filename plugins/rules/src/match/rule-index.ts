import type { Reads } from "@postern/core";
import { anyTypeMatcher } from "@postern/kit/cloudevents";
import { scanRecords } from "@postern/kit/paging";
import { type RuleRecord, rules } from "../collections.ts";
import type { Filter, FilterLanguage } from "../filter/language.ts";

/** Maximum number of rules, which are all held in memory. */
export const MAX_RULES = 1_000;

/** An enabled rule, ready to be compared with events. */
export interface IndexedRule {
  readonly rule: RuleRecord;
  readonly isWanted: (type: string) => boolean;
  /** Compiled when it is first needed. */
  filter(): Filter | undefined;
}

/** The enabled rules by the types of events they are about. */
export interface RuleIndex {
  /** The number of changes that it includes. */
  readonly version: number;
  /** The rules about a type, in the order in which they were created. */
  about(type: string): readonly IndexedRule[];
}

/** Types whose rules are remembered. A gateway has a few hundred. */
const MAX_TYPES = 2_000;

/** Keeps an index until a rule changes. */
interface IndexHolder {
  index: RuleIndex | undefined;
  language(): Promise<FilterLanguage>;
}

/** The index of the rules as of a number of changes. It is built again only if a rule has changed since. */
export async function indexAt(version: number, store: Reads, holder: IndexHolder): Promise<RuleIndex> {
  if (holder.index?.version !== version) holder.index = await buildIndex(store, holder, version);
  return holder.index;
}

async function buildIndex(store: Reads, holder: IndexHolder, version: number): Promise<RuleIndex> {
  const enabled: RuleRecord[] = [];
  for await (const rule of scanRecords(store, rules, { by: "byStatus", prefix: ["enabled"] })) enabled.push(rule);
  const language = enabled.some(({ on }) => on.filter) ? await holder.language() : undefined;
  return indexOf(enabled, version, language);
}

export function indexOf(enabled: readonly RuleRecord[], version: number, language?: FilterLanguage): RuleIndex {
  const byBeginning = new Map<string, IndexedRule[]>();
  const order = new Map<IndexedRule, number>();
  for (const rule of enabled) {
    const indexed = indexedRule(rule, language);
    order.set(indexed, order.size);
    for (const beginning of new Set(rule.on.types.map(beginningOf))) {
      const there = byBeginning.get(beginning) ?? [];
      there.push(indexed);
      byBeginning.set(beginning, there);
    }
  }
  const known = new Map<string, readonly IndexedRule[]>();

  function find(type: string): readonly IndexedRule[] {
    const candidates = new Set(beginningsOf(type).flatMap((beginning) => byBeginning.get(beginning) ?? []));
    const found = [...candidates].filter(({ isWanted }) => isWanted(type));
    return found.sort((left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0));
  }

  return {
    version,
    about(type) {
      const found = known.get(type) ?? find(type);
      if (known.size >= MAX_TYPES) known.clear();
      known.set(type, found);
      return found;
    },
  };
}

function indexedRule(rule: RuleRecord, language: FilterLanguage | undefined): IndexedRule {
  const { types, filter: expression } = rule.on;
  let filter: Filter | undefined;
  return {
    rule,
    isWanted: anyTypeMatcher(types),
    filter() {
      if (expression && language) filter ??= language.compile(expression);
      return filter;
    },
  };
}

/** The segments of a glob before its first wildcard. */
function beginningOf(glob: string): string {
  const segments = glob.split(".");
  const wildcard = segments.findIndex((segment) => segment.startsWith("*"));
  return (wildcard < 0 ? segments : segments.slice(0, wildcard)).join(".");
}

/** Every beginning of a type, and the type itself. */
function beginningsOf(type: string): string[] {
  const segments = type.split(".");
  return ["", ...segments.map((_, at) => segments.slice(0, at + 1).join("."))];
}
