/** The first record of each kind has the id that examples use, so that they find what others have created. */
export function createIds(): (prefix: string) => string {
  const made = new Map<string, number>();
  return (prefix) => {
    const count = made.get(prefix) ?? 0;
    made.set(prefix, count + 1);
    return `${prefix}${count === 0 ? "0123456789abcdef01234567" : count.toString(16).padStart(24, "f")}`;
  };
}
