/** Enter sends. Shift and Enter begin a new line, and Enter that chooses a word of an input method does not send. */
export const isSendKey = (event: KeyboardEvent): boolean =>
  event.key === "Enter" && !event.shiftKey && !event.altKey && !event.isComposing;
