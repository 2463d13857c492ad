import type { Base, Property } from "@postern/client/api";
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { notify } from "../../ui/toasts.tsx";
import { saveFile } from "./file.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { ImportsDialog } from "./imports-dialog.tsx";
import type { RowsRequest } from "./rows.ts";

const FORMATS = [
  ["csv", "CSV", "text/csv"],
  ["xlsx", "XLSX", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["json", "JSON", "application/json"],
] as const;

interface TransferProps {
  readonly base: Base;
  readonly properties: readonly Property[];
  /** The rows that are exported. */
  readonly request: Omit<RowsRequest, "isReady">;
  readonly mayImport: boolean;
  /** What a file can be dropped on. */
  readonly children: (items: readonly MenuItem[]) => ComponentChildren;
}

/** Imports files by a command or by dropping them, and exports what is shown. */
export function Transfer({ base, properties, request, mayImport, children }: TransferProps) {
  const session = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | undefined>();
  const [isListing, setListing] = useState(false);
  const [isOver, setOver] = useState(false);

  async function save(format: "csv" | "xlsx" | "json", type: string): Promise<void> {
    const { filter, sort, isArchived } = request;
    try {
      const { content, encoding } = await session.client.bases.rows.export({
        base: base.id,
        format,
        ...(filter && { filter }),
        ...(sort && sort.length > 0 && { sort: [...sort] }),
        ...(isArchived && { archived: true }),
      });
      saveFile(`${base.slug}.${format}`, content, encoding, type);
    } catch (error) {
      session.failed(error);
      notify({ error });
    }
  }

  const items = [
    ...(mayImport ? [{ label: "Import a file", onChoose: () => input.current?.click() }] : []),
    ...(session.may("bases.imports.list") ? [{ label: "Show imports", onChoose: () => setListing(true) }] : []),
    ...(session.may("bases.rows.export")
      ? FORMATS.map(([format, label, type]) => ({
          label: `Export as ${label}`,
          onChoose: () => void save(format, type),
        }))
      : []),
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu has the same for the keyboard
    <div
      class={isOver ? "bases-drop is-over" : "bases-drop"}
      onDragOver={(event) => {
        if (!mayImport || !event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        const [dropped] = event.dataTransfer?.files ?? [];
        if (!mayImport || !dropped) return;
        event.preventDefault();
        setFile(dropped);
      }}
    >
      {children(items)}
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx"
        aria-label="File to import"
        onChange={(event) => {
          setFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      {file && <ImportDialog base={base} properties={properties} file={file} onClose={() => setFile(undefined)} />}
      {isListing && <ImportsDialog base={base} onClose={() => setListing(false)} />}
    </div>
  );
}
