import type { ComponentChildren, ComponentProps } from "preact";
import { go, hrefOf } from "../router.ts";

interface LinkProps extends Pick<ComponentProps<"a">, "class" | "aria-current" | "aria-label" | "title"> {
  /** A path of the console. */
  readonly to: string;
  readonly children: ComponentChildren;
  readonly onClick?: () => void;
}

/** A link to a page of the console. It can be opened in another tab as any link. */
export function Link({ to, onClick, children, ...others }: LinkProps) {
  return (
    <a
      {...others}
      href={hrefOf(to)}
      onClick={(event) => {
        onClick?.();
        if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
