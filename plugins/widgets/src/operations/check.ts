import { defineQuery, T } from "@postern/core";
import { checkFolder } from "../check/check.ts";
import { FolderRefused, NoWorkspace, PartNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Diagnostic, SentDir, SentFiles } from "../schemas.ts";

export const check = defineQuery(group, {
  id: "widgets.check",
  summary: "Check a widget's folder as a publish would",
  description: "Nothing is published. `diagnostics` lists errors, which prevent a publish, and warnings.",
  input: T.Object({ dir: SentDir, files: T.Optional(SentFiles) }),
  output: T.Object({
    success: T.Boolean({ description: "Whether it could be published" }),
    dir: T.String({ description: "As seen from the workspace" }),
    files: T.Integer({ description: "How many would be published" }),
    bytes: T.Integer({ description: "Size, in bytes" }),
    contentHash: T.String({ description: "SHA-256 of the files, in hexadecimal" }),
    diagnostics: T.Array(Diagnostic, { description: "What is wrong, and where" }),
  }),
  errors: [NoWorkspace, FolderRefused, PartNotFound],
  examples: [{ title: "What is wrong with it", input: { dir: "widgets/hello" } }],
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
