/**
 * Lets scripts of the page replace its entry in the history of the tab, and add none, so that the Back button leaves the
 * page. Fragments of the address still add entries: browsers skip those that the viewer did not cause.
 */
export function keepHistory(): void {
  const { replaceState } = History.prototype;
  History.prototype.pushState = function pushState(...state) {
    replaceState.apply(this, state);
  };
}
