/** A picture beside a word, from markup of this program. It says nothing that the word does not say. */
export function Icon({ markup }: { markup: string }) {
  return (
    <svg
      class="icon-picture"
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}

/** The same from a file with one colour, which is shown in the colour of the text. */
export function FileIcon({ url }: { url: string }) {
  return <span class="icon-picture is-file" aria-hidden="true" style={{ maskImage: `url("${encodeURI(url)}")` }} />;
}
