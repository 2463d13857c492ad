import { useEffect, useState } from "preact/hooks";

/** As in the style sheets. */
const narrow = matchMedia("(max-width: 47.99rem)");

/** Whether the window is as narrow as that of a phone. For what style sheets cannot do, such as moving commands into a menu. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const change = (): void => setNarrow(narrow.matches);
    change();
    narrow.addEventListener("change", change);
    return () => narrow.removeEventListener("change", change);
  }, []);
  return isNarrow;
}
