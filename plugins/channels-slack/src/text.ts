const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">" };

/** Converts Slack's markup to plain text: links and mentions as words, `&amp;` as `&`. */
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
  // Such as a date: the fallback text comes after the bar.
  if (target.startsWith("!")) return label || `@${target.slice(1)}`;
  const address = spelledOut(target).replace(/^(mailto|tel):/, "");
  return label === "" || label === address ? address : `${label} (${address})`;
}

const spelledOut = (text: string): string =>
  text.replace(/&(amp|lt|gt);/g, (_, entity: string) => ENTITIES[entity] as string);

/** Ids of mentioned people whose names are not in the text. At most ten are looked up. */
export const mentionedIn = (text: string): string[] => {
  const ids = [...text.matchAll(/<@([A-Z0-9]{2,20})>/g)].map(([, id]) => id as string);
  return [...new Set(ids)].slice(0, 10);
};

/** Escapes text for Slack, so that nothing in it becomes a mention or a link. */
export const toMrkdwn = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
