import { useState } from "preact/hooks";

const KEY = "postern-hidden-calendars";

/** The calendars that a person does not want to see, kept in this browser. */
export function useHidden() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(read);
  const toggle = (id: string): void => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    setHidden(next);
    localStorage.setItem(KEY, [...next].join(" "));
  };
  return { hidden, toggle };
}

const read = (): ReadonlySet<string> => new Set((localStorage.getItem(KEY) ?? "").split(" ").filter(Boolean));
