const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">" };

/** Text as people read it, of text as Slack writes it: links and mentions in words, `&amp;` as `&`. */
export function fromMrkdwn(text: string, nameOf: (user: string) => string | undefined): string {
  return text.replace(/<([^<>]*)>|&(amp|lt|gt);/g, (_, link: string | undefined, entity: string) =>
    link === undefined ? (ENTITIES[entity] as string) : wordsOf(link, nameOf),
  );
}

function wordsOf(link: string, nameOf: (user: string) => string | undefined): string {
  const bar = link.indexOf("|");
  const target = bar < 0 ? link : link.slice(0, bar);
  const label = bar < 0 ? "" : spelledOut(link.slice(bar + 1));
  if (target.startsWith("@")) return `@${label || nameOf(target.slice(1)) || target.slice(1)}`;
  if (target.startsWith("#")) return `#${label || target.slice(1)}`;
  if (target.startsWith("!subteam^")) return label || `@${target.slice("!subteam^".length)}`;
  // A date, say, whose words for those who cannot show it come after the bar.
  if (target.startsWith("!")) return label || `@${target.slice(1)}`;
  const address = spelledOut(target).replace(/^(mailto|tel):/, "");
  return label === "" || label === address ? address : `${label} (${address})`;
}

const spelledOut = (text: string): string =>
  text.replace(/&(amp|lt|gt);/g, (_, entity: string) => ENTITIES[entity] as string);

/** People whom a text mentions by their id alone, at most ten: more names are not looked up. */
export const mentionedIn = (text: string): string[] => {
  const ids = [...text.matchAll(/<@([A-Z0-9]{2,20})>/g)].map(([, id]) => id as string);
  return [...new Set(ids)].slice(0, 10);
};

/** Text as Slack takes it: nothing in it mentions anybody, or links anywhere by another name. */
export const toMrkdwn = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
