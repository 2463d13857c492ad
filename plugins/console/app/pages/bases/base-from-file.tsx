import type { Base } from "@postern/client/api";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { go, pathTo } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { FileDrop } from "./file-drop.tsx";
import { ImportDialog } from "./import-dialog.tsx";

/** Creates a base with the name of a file that is dropped or chosen, and then imports the file into it. */
export function BaseFromFile({ children }: { children: (choose: (() => void) | undefined) => ComponentChildren }) {
  const { may } = useSession();
  const { run } = useActions();
  const [created, setCreated] = useState<{ base: Base; file: File } | undefined>();
  const isEnabled = may("bases.create", "bases.rows.import");

  async function create(file: File): Promise<void> {
    const name = file.name.replace(/\.\w+$/, "").slice(0, 200) || file.name;
    const answer = await run({ operation: "bases.create", input: { name } });
    if (answer !== undefined) setCreated({ base: (answer as { base: Base }).base, file });
  }

  return (
    <FileDrop isEnabled={isEnabled} onFile={(file) => void create(file)}>
      {(choose) => (
        <>
          {children(isEnabled ? choose : undefined)}
          {created && (
            <ImportDialog {...created} properties={[]} onClose={() => go(pathTo("bases", created.base.id))} />
          )}
        </>
      )}
    </FileDrop>
  );
}
