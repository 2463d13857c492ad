import { Empty } from "../../ui/page.tsx";
import type { ViewProps } from "./filter.tsx";

/** Shown instead of a list without tasks: how the first one is created. */
export function NoTasks({ text, onCreate }: Pick<ViewProps, "onCreate"> & { text: string }) {
  return (
    <Empty text={text} command='postern tasks create --title "Buy tea"'>
      {onCreate && (
        <button type="button" class="button" onClick={onCreate}>
          Create a task
        </button>
      )}
    </Empty>
  );
}
