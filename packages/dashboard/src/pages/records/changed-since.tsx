import { Status } from "../../ui/badge.tsx";

/** Shown instead of the state of a record that no longer matches the filter and is kept only so that nothing moves. */
export function ChangedSince() {
  return (
    <span title="This row no longer matches the filters. It disappears when you move away from the list.">
      <Status tone="neutral">No longer matches</Status>
    </span>
  );
}
