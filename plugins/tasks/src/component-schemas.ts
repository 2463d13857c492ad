import { Card, Column } from "./operations/board.ts";
import { Preset } from "./operations/profiles.presets.ts";
import { Children } from "./operations/show.ts";
import { Check, Diagnostic, InputField, Profile, ProfileDetails, Runtime } from "./profiles/schemas.ts";
import { Comment, Dependency, Edge, Node, Readiness, Task, TaskItem } from "./schemas.ts";

/** Schemas shared by several operations or events, by the names used in generated clients. */
export const schemas = {
  Task,
  TaskCard: Card,
  TaskChildren: Children,
  TaskColumn: Column,
  TaskComment: Comment,
  TaskDependency: Dependency,
  TaskEdge: Edge,
  TaskItem,
  TaskNode: Node,
  TaskProfile: Profile,
  TaskProfileCheck: Check,
  TaskProfileDetails: ProfileDetails,
  TaskProfileDiagnostic: Diagnostic,
  TaskProfileInput: InputField,
  TaskProfilePreset: Preset,
  TaskProfileRuntime: Runtime,
  TaskReadiness: Readiness,
};
