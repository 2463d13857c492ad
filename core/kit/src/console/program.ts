/** The default export of a page's module: shows the page in the document of its frame. */
export type PageProgram = (page: PageContext) => void | Promise<void>;

/** The part of the console that a plugin's page can use. */
export interface PageContext {
  /** The part of the address that belongs to the page, with the query: `lists/42?sort=name`. Empty at first. */
  readonly place: string;
  /**
   * Calls an operation as the viewer. What has consequences is shown to the viewer as a plan first. Resolves with the
   * answer, or with undefined if the viewer decides against the plan. Rejects with a `PageError`:
   * `console.not_allowed` if the page does not declare to use the operation, and `console.too_many_calls` if it makes
   * more calls at once than the console accepts.
   */
  call(operation: string, input?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /**
   * Calls `listener` after events of these types, as globs, if the page declares to use them and the viewer may see them.
   * Events can be missed while the connection is broken: then `listener` is called without one, and reads again.
   */
  on(types: readonly string[], listener: (event?: PageEvent) => void): () => void;
  /** Shows another place of this page. The address is replaced, so the viewer goes back to where the page was opened. */
  go(place: string): void;
  /** Calls `listener` when the place has changed: by `go`, or by the viewer. */
  onPlace(listener: (place: string) => void): () => void;
}

/** An event as a page receives it. */
export interface PageEvent {
  readonly id: string;
  readonly type: string;
  readonly subject?: string;
  /** ISO 8601. */
  readonly time: string;
  readonly data: unknown;
}

/** The problem of a call that failed. */
export interface PageError extends Error {
  readonly code: string;
  readonly status: number;
  /** What the viewer can do. */
  readonly fix?: string;
}
