/** How many messages are unread. Nothing if all are read. */
export function Unread({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span class="chat-unread">
      {count > 999 ? "999+" : count}
      <span class="only-read"> unread</span>
    </span>
  );
}
