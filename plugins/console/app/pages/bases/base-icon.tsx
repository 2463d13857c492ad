const characters = new Intl.Segmenter();

/** The icon of a base, or the first letter of its name. */
export function BaseIcon({ icon, name }: { icon: string; name: string }) {
  const [first] = characters.segment(icon || name.toLocaleUpperCase());
  return (
    <span class="bases-icon" aria-hidden="true">
      {first?.segment}
    </span>
  );
}
