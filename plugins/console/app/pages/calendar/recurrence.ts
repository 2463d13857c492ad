/** Rules that can be chosen; any other is entered as iCalendar has it. */
export const RULES = [
  ["", "Does not repeat"],
  ["FREQ=DAILY", "Every day"],
  ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Every working day"],
  ["FREQ=WEEKLY", "Every week"],
  ["FREQ=WEEKLY;INTERVAL=2", "Every two weeks"],
  ["FREQ=MONTHLY", "Every month"],
  ["FREQ=YEARLY", "Every year"],
] as const;

export const isKnownRule = (rule: string): boolean => RULES.some(([known]) => known === rule);

/** A rule in words, or as it is. */
export const ruleText = (rule: string): string => RULES.find(([known]) => known === rule)?.[1] ?? rule;
