import { PosternError } from "@postern/client";
import { useEffect, useMemo } from "preact/hooks";

/** The page that asks for something. */
export interface Asker {
  readonly title: string;
  /** The plugin that the page belongs to. Absent for pages of the console itself. */
  readonly plugin?: string | undefined;
}

/** A page while it is shown. */
export interface Visit extends Asker {
  /** Aborts when the page is left. */
  readonly until: AbortSignal;
}

/** What rejects the calls of a page that is no longer shown. */
export const pageLeft = ({ title }: Asker): PosternError =>
  new PosternError({
    code: "console.page_left",
    status: 0,
    detail: `The page "${title}" was left before its plan was decided, so nothing was done.`,
  });

/** The visit of the page at `path`, until another one is shown. */
export function useVisit(path: string, { title, plugin }: Asker): Visit {
  const { visit, end } = useMemo(() => {
    const controller = new AbortController();
    const visit: Visit = { title, plugin, until: controller.signal };
    return { visit, end: () => controller.abort(pageLeft(visit)) };
  }, [path]);
  useEffect(() => end, [end]);
  return visit;
}
