import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem } from "./problem.tsx";

/** A page whose program is read when it is first shown, so that the console starts without it. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [error, setError] = useState<unknown>();
    const [Shown, setShown] = useState(() => loaded);
    useEffect(() => {
      if (Shown) return;
      load().then((component) => {
        loaded = component;
        setShown(() => component);
      }, setError);
    }, [Shown]);
    if (Shown) return <Shown {...props} />;
    // Browsers keep a failed import, and a gateway that was upgraded has other files: only a new page helps.
    if (error !== undefined) return <Problem error={error} onRetry={() => location.reload()} />;
    return <p class="muted loading">Loading…</p>;
  };
}
