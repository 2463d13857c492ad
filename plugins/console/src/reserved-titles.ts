/** Titles of the console's own pages and parts. A page of a plugin with one of them could be taken for it. */
const TITLES = [
  ..."Inbox,Live,Chats,Tasks,Calendar,Bases,Widgets,Agents,Audio,Channels,Schedules,Keys,System,Operations".split(","),
  ..."Account,Approvals,Backups,Connections,Console,Contexts,Credentials,Events,Find,Help,Home,Hooks,Permissions".split(
    ",",
  ),
  ..."Plugins,Postern,Responders,Rules,Secrets,Security,Settings,Sign in,Sign out,Webhooks".split(","),
];

/** Letters of other scripts that look like Latin ones, and the Latin ones in the same order. */
const LOOKALIKES = "аеорсухіѕјԁһӏкмтвнαορνικτυε";
const LATIN = "aeopcyxisjdhikmtbhaopviktue";

const latinOf = new Map([...LOOKALIKES].map((letter, at) => [letter, LATIN[at] ?? letter]));

/** A title as it looks: without case, spaces, marks and the differences of letters that look alike. */
const looks = (title: string): string =>
  [...title.normalize("NFKC").toLowerCase().normalize("NFD")]
    .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
    .map((letter) => latinOf.get(letter) ?? letter)
    .join("")
    .replaceAll(/[l1]/g, "i")
    .replaceAll("0", "o");

const RESERVED: ReadonlySet<string> = new Set(TITLES.map(looks));

/** Whether a title could be taken for a page of the console. */
export const isReserved = (title: string): boolean => RESERVED.has(looks(title)) || looks(title) === "";
