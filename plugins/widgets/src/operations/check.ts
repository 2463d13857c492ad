import { defineQuery, T } from "@postern/core";
import { checkFolder } from "../check/check.ts";
import { FolderRefused, NoWorkspace, PartNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Diagnostics, SentDir, SentFiles } from "../schemas.ts";

export const check = defineQuery(group, {
  id: "widgets.check",
  summary: "Check a widget's folder",
  description:
    "Runs the checks of a publish without publishing. Errors in `diagnostics` prevent a publish, warnings do not.",
  input: T.Object({ dir: SentDir, files: T.Optional(SentFiles) }),
  output: T.Object({
    success: T.Boolean({ description: "Whether the folder can be published" }),
    dir: T.String({ description: "Path of the folder, relative to the workspace" }),
    files: T.Integer({ description: "Number of files that would be published" }),
    bytes: T.Integer({ description: "Total size in bytes" }),
    contentHash: T.String({ description: "Hash of the paths and contents of all files" }),
    diagnostics: Diagnostics,
  }),
  errors: [NoWorkspace, FolderRefused, PartNotFound],
  examples: [{ title: "Check a folder", input: { dir: "widgets/hello" } }],
  async run(ctx, source) {
    const { listing, diagnostics, hasErrors } = await checkFolder(ctx, source);
    const { files, bytes, contentHash } = listing;
    return {
      success: !hasErrors,
      dir: listing.dir,
      files: files.length,
      bytes,
      contentHash,
      diagnostics: [...diagnostics],
    };
  },
});
