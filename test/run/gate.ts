/** What a test lets pass when it wants to: `opened` resolves when `open` is called. */
export function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
