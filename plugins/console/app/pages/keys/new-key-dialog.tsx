import type { Context } from "@postern/client/api";
import { SecretDialog } from "../../ui/secret-dialog.tsx";

/** A key that was just created. The key itself is absent from a repeated answer. */
export interface NewKey {
  readonly context: Context;
  readonly key?: string;
}

/** Shows a new key once. */
export function NewKeyDialog({ created: { context, key }, onClose }: { created: NewKey; onClose: () => void }) {
  return <SecretDialog title="New key" name="key" owner={context.label} secret={key} onClose={onClose} />;
}
