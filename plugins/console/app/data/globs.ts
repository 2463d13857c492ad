/** Whether a type such as `chats.message.created` fits one of the globs: `*` is one part, `**` any number. */
export const matches = (globs: readonly string[], type: string): boolean =>
  globs.some((glob) => fits(glob.split("."), type.split(".")));

function fits([first, ...globs]: readonly string[], parts: readonly string[]): boolean {
  if (first === undefined) return parts.length === 0;
  if (first === "**") return fits(globs, parts) || (parts.length > 0 && fits([first, ...globs], parts.slice(1)));
  const [part, ...others] = parts;
  return part !== undefined && (first === "*" || first === part) && fits(globs, others);
}
