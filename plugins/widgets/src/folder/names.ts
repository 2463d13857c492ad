/** Device names on Windows, with any extension. */
const DEVICES = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;
const UNPORTABLE = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd\\<>:"|?*]/u;

/** Maximum length of a path within its folder, in characters. */
const MAX_LENGTH = 400;

/** Names that are never published: those that start with a dot (`.git`, `.env`), and `node_modules`. */
export const isExcluded = (name: string): boolean => name.startsWith(".") || name === "node_modules";

/** Whether a folder with these names holds the data of a gateway: its store, backups, secrets and files. */
export const isDataFolder = (names: readonly string[]): boolean =>
  names.includes("postern.json") && ["store", "gateways", "vault", "blobs"].some((name) => names.includes(name));

/** Why a path cannot be published, if so. A published path must name the same file on all systems. */
export function faultOfPath(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (path.length > MAX_LENGTH) return `has a path longer than ${MAX_LENGTH} characters`;
  if (UNPORTABLE.test(name))
    return 'has a character in its name that some systems reject (a control character or one of \\ < > : " | ? *)';
  if (/[. ]$/.test(name)) return "ends with a dot or a space, which some systems remove";
  if (DEVICES.test(name)) return "has a name that is reserved on Windows";
  return undefined;
}

/** The same for two paths that some systems do not distinguish. */
export const foldedPath = (path: string): string => path.normalize("NFC").toLowerCase().normalize("NFC");
