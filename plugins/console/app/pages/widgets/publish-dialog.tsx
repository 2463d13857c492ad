import type { Api } from "@postern/client/api";
import { useId, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Findings } from "./findings.tsx";
import { type ChosenFolder, droppedFolder, folderOf, type SentFile, uploadFolder } from "./folder.ts";

/** The widget to publish a version of. Undefined members are chosen in the dialog. */
export interface Target {
  readonly scope?: string;
  readonly slug?: string;
}

interface PublishDialogProps {
  readonly target: Target;
  readonly onClose: () => void;
  readonly onPublished: (ref: string) => void;
}

interface Checked {
  readonly files: readonly SentFile[];
  readonly check: Api["widgets.check"]["output"];
}

/** Uploads a folder, shows what a check finds, and publishes it. */
export function PublishDialog({ target, onClose, onPublished }: PublishDialogProps) {
  const session = useSession();
  const { run } = useActions();
  const id = useId();
  const [folder, setFolder] = useState<ChosenFolder | undefined>();
  const [share, setShare] = useState(0);
  const [checked, setChecked] = useState<Checked | undefined>();
  const [error, setError] = useState<unknown>();
  const [note, setNote] = useState("");
  const [name, setName] = useState("");
  const [scope, setScope] = useState(target.scope ?? "");
  const [isOver, setOver] = useState(false);
  const scoped = scope === "" ? {} : { scope };

  async function choose(chosen: ChosenFolder | undefined): Promise<void> {
    setFolder(chosen);
    setChecked(undefined);
    setShare(0);
    setError(chosen ? undefined : new Error("Choose one folder that contains widget.html"));
    if (!chosen) return;
    try {
      const files = await uploadFolder(session.client, chosen, scoped, setShare);
      setChecked({ files, check: await session.client.widgets.check({ dir: chosen.name, files: copyOf(files) }) });
    } catch (reason) {
      session.failed(reason);
      setError(reason);
    }
  }

  async function publish(): Promise<void> {
    if (!folder || !checked) return;
    const { slug } = target;
    const input = {
      ...scoped,
      dir: folder.name,
      files: checked.files,
      ...(slug !== undefined && { slug }),
      ...(name.trim() !== "" && { name: name.trim() }),
      ...(note.trim() !== "" && { note: note.trim() }),
    };
    const answer = await run({ operation: "widgets.publish", input }, { done: "Published", throws: true });
    if (answer) onPublished((answer as Api["widgets.publish"]["output"]).ref);
  }

  return (
    <FormDialog
      title={target.slug === undefined ? "Publish a widget" : `Publish a version of ${target.slug}`}
      action="Publish"
      isReady={checked?.check.success === true}
      onSubmit={publish}
      onClose={onClose}
    >
      {target.slug === undefined && (
        <>
          <TextField label="Name" maxLength={200} placeholder="From widget.json" value={name} onText={setName} />
          <TextField label="Scope" placeholder="org, or the slug of a project" value={scope} onText={setScope} />
        </>
      )}
      <section
        class={isOver ? "widget-drop over" : "widget-drop"}
        aria-label="Folder"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (event.dataTransfer) void droppedFolder(event.dataTransfer.items).then(choose, setError);
        }}
      >
        {folder && error === undefined ? (
          <p>
            <strong dir="auto">{folder.name}</strong>:{" "}
            {folder.files.length === 1 ? "1 file" : `${folder.files.length} files`}
            {checked ? "" : `, ${Math.round(share * 100)} % uploaded`}
          </p>
        ) : (
          <p class="muted">Drop a folder with widget.html here</p>
        )}
        <label class="button" for={`${id}-folder`}>
          Choose a folder
        </label>
        <input
          id={`${id}-folder`}
          class="only-read"
          type="file"
          aria-label="Folder of the widget"
          ref={(input) => {
            if (input) input.webkitdirectory = true;
          }}
          onChange={(event) => {
            const chosen = folderOf(event.currentTarget.files ?? []);
            // Otherwise the browser would not report that the same folder was chosen again.
            event.currentTarget.value = "";
            if (chosen) void choose(chosen);
          }}
        />
      </section>
      {error !== undefined && <Problem error={error} />}
      {checked && <Findings check={checked.check} />}
      <TextField label="Note" maxLength={500} placeholder="Changes" value={note} onText={setNote} />
    </FormDialog>
  );
}

const copyOf = (files: readonly SentFile[]) => files.map(({ path, parts }) => ({ path, parts: [...parts] }));
