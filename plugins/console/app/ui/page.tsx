import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Query } from "../data/query.ts";
import { Command } from "./copy.tsx";
import { Problem } from "./problem.tsx";

interface PageProps {
  readonly title: string;
  /** Beside the title: tabs, filters, buttons. */
  readonly actions?: ComponentChildren;
  /** Whether the content reaches the edges. */
  readonly isFlush?: boolean;
  readonly children: ComponentChildren;
}

/** The frame of every page. */
export function Page({ title, actions, isFlush, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Postern`;
  }, [title]);
  return (
    <section class="page" aria-label={title}>
      <header>
        <h1 dir="auto">{title}</h1>
        {actions}
      </header>
      <div class={isFlush ? "body flush" : "body"}>{children}</div>
    </section>
  );
}

/** What a query shows: its answer, an error with a way out, or that it is being read. */
export function Loaded<T>({ query, children }: { query: Query<T>; children: (data: T) => ComponentChildren }) {
  const { data, error, reload } = query;
  return (
    <>
      {error !== undefined && <Problem error={error} onRetry={reload} />}
      {data !== undefined ? children(data) : error === undefined && <p class="muted">Loading…</p>}
    </>
  );
}

/** A place without anything in it yet, with the command that creates the first. */
export function Empty({ text, command, children }: { text: string; command?: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>{text}</p>
      {command !== undefined && <Command text={command} />}
      {children}
    </div>
  );
}
