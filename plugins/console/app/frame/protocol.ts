/** What the console and the frame of a plugin's page send each other, over one message channel. */

/** The first message to a frame, with the port for all others. It is the only one that is not sent over the port. */
export interface Begin {
  readonly type: "postern.page";
  readonly module: string;
  readonly place: string;
  readonly theme: string;
}

/** From the frame. */
export type FromPage =
  | { readonly type: "ready" }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "call"; readonly id: number; readonly operation: string; readonly input: Record<string, unknown> }
  | { readonly type: "go"; readonly place: string }
  /** Keys that open the palette. */
  | { readonly type: "palette" };

/** To the frame. */
export type ToPage =
  | { readonly type: "answer"; readonly id: number; readonly answer?: unknown; readonly error?: SentError }
  /** Without an event, some may have been missed. */
  | { readonly type: "event"; readonly event?: SentEvent }
  | { readonly type: "place"; readonly place: string }
  | { readonly type: "theme"; readonly theme: string };

export interface SentError {
  readonly message: string;
  readonly code: string;
  readonly status: number;
  readonly fix?: string;
}

export interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly subject?: string;
  readonly time: string;
  readonly data: unknown;
}
