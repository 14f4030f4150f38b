import { Status } from "../../ui/badge.tsx";

/** In place of the state of a record that no longer fits what is asked for, and is only kept so that nothing moves. */
export function ChangedSince() {
  return (
    <span title="It no longer fits what is chosen above, and goes when you leave the list.">
      <Status tone="neutral">Changed since</Status>
    </span>
  );
}
