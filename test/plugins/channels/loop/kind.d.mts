import type { AdapterKind } from "@postern/channels/services";

export interface LoopOptions {
  readonly id?: string;
  readonly idempotent?: boolean;
  readonly confirms?: boolean;
  readonly edits?: boolean;
  readonly secret?: { readonly needed: boolean; readonly what: string };
  readonly text?: AdapterKind["text"];
  readonly flood?: AdapterKind["flood"];
}

export function loopKind(options?: LoopOptions): AdapterKind;
