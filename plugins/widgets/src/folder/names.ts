/** Names that Windows takes for devices, with any ending. */
const DEVICES = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;
const UNSPEAKABLE = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd\\<>:"|?*]/u;

/** Longest path of a file within its folder, in characters. */
const LONGEST = 400;

/** What never leaves its folder: what begins with a dot (`.git`, `.env`), and what a package manager put there. */
export const staysBehind = (name: string): boolean => name.startsWith(".") || name === "node_modules";

/** Why a file cannot be published under this path; undefined where it can. It is to be the same file on every system. */
export function faultOfPath(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (path.length > LONGEST) return `is longer than ${LONGEST} characters`;
  if (UNSPEAKABLE.test(name))
    return 'has a character in its name that not every system takes, like a line break or one of \\ < > : " | ? *';
  if (/[. ]$/.test(name)) return "ends in a dot or a space, which not every system keeps";
  if (DEVICES.test(name)) return "has a name that Windows keeps for a device";
  return undefined;
}

/** The same for two paths that some systems take for one. */
export const foldedPath = (path: string): string => path.normalize("NFC").toLowerCase().normalize("NFC");
