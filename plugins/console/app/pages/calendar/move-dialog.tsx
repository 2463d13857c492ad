import { Dialog } from "../../ui/dialog.tsx";

interface MoveDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly onChoose: (isAll: boolean) => void;
}

/** Asks what of a series is moved. */
export function MoveDialog({ title, onClose, onChoose }: MoveDialogProps) {
  return (
    <Dialog
      title="Move a recurring event"
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" class="button" onClick={() => onChoose(true)}>
            All events
          </button>
          <button type="button" class="button main" onClick={() => onChoose(false)}>
            Only this event
          </button>
        </>
      }
    >
      <p class="words" dir="auto">
        {title}
      </p>
    </Dialog>
  );
}
