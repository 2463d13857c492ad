import { useEffect, useState } from "preact/hooks";

/** How long a new dialog ignores clicks and keys, in ms: they were meant for what it covers. */
const DELAY = 500;

/** Whether what was just shown has been seen long enough to be decided: counted from when it is first drawn. */
export function useArmed(): boolean {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setArmed(true), DELAY);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isArmed;
}
