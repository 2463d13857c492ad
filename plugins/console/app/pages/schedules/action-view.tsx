import { Json } from "../../ui/json.tsx";

interface ActionViewProps {
  readonly action: { readonly operation: string; readonly input?: Record<string, unknown>; readonly propose?: boolean };
}

/** The operation that is run, with its input. */
export function ActionView({ action: { operation, input = {}, propose } }: ActionViewProps) {
  return (
    <section class="stack">
      <h3>Action</h3>
      <div class="row wrap">
        <code>{operation}</code>
        {propose && <span class="badge warn">asks for approval</span>}
      </div>
      {Object.keys(input).length > 0 && <Json value={input} label="Input" />}
    </section>
  );
}
