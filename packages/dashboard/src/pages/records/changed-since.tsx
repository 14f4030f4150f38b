import { Status } from "../../ui/badge.tsx";

/** In place of the state of a record that no longer fits what is asked for, and is only kept so that nothing moves. */
export function ChangedSince() {
  return (
    <span title="This row no longer matches the filters. It disappears when you move away from the list.">
      <Status tone="neutral">No longer matches</Status>
    </span>
  );
}
