import { go, pathTo } from "../../router.ts";
import { Menu } from "../../ui/menu.tsx";
import { useMover } from "./mover.tsx";
import type { Movable } from "./steps.ts";

/** Everything that can be done with a task, for those who do not drag it. */
export function StepMenu({ task }: { task: Movable }) {
  const { stepsOf, move } = useMover();
  return (
    <Menu
      label={`Actions for ${task.title}`}
      items={[
        ...stepsOf(task).map((step) => ({ label: step.label, onChoose: () => move(task, step) })),
        { label: "Open", onChoose: () => go(pathTo("tasks", "show", task.id)) },
      ]}
    />
  );
}
