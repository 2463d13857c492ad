import type { Base, Property } from "@postern/client/api";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { notify } from "../../ui/toasts.tsx";
import { saveFile } from "./file.ts";
import { FileDrop } from "./file-drop.tsx";
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
  const [file, setFile] = useState<File | undefined>();
  const [isListing, setListing] = useState(false);

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

  const itemsWith = (choose: () => void) => [
    ...(mayImport ? [{ label: "Import a file", onChoose: choose }] : []),
    ...(session.may("bases.imports.list") ? [{ label: "Show imports", onChoose: () => setListing(true) }] : []),
    ...(session.may("bases.rows.export")
      ? FORMATS.map(([format, label, type]) => ({
          label: `Export as ${label}`,
          onChoose: () => void save(format, type),
        }))
      : []),
  ];
  return (
    <FileDrop isEnabled={mayImport} onFile={setFile}>
      {(choose) => (
        <>
          {children(itemsWith(choose))}
          {file && <ImportDialog base={base} properties={properties} file={file} onClose={() => setFile(undefined)} />}
          {isListing && <ImportsDialog base={base} onClose={() => setListing(false)} />}
        </>
      )}
    </FileDrop>
  );
}
