import { createElement } from "preact";

/** The shapes of an icon: tags with their attributes. */
export type IconParts = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];

/** A picture beside a word. It says nothing that the word does not say. */
export function Icon({ parts }: { parts: IconParts }) {
  return (
    <svg class="icon-picture" viewBox="0 0 24 24" fill="none" aria-hidden="true">
      {parts.map(([tag, attributes], at) => createElement(tag, { key: at, ...attributes }))}
    </svg>
  );
}

/** The same from a file with one colour, which is shown in the colour of the text. */
export function FileIcon({ url }: { url: string }) {
  return <span class="icon-picture is-file" aria-hidden="true" style={{ maskImage: `url("${encodeURI(url)}")` }} />;
}
