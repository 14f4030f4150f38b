import { useCall } from "../../../../api/queries.ts";
import { Button } from "../../../../ui/button.tsx";
import { Note } from "../../../../ui/states.tsx";
import type { ReplayRequest } from "./replay-form.tsx";

const hourMs = 3_600_000;

/** Says that a comparison of stored readings left out dead letters, where the sensor has some of that time. */
export function LeftOutLetters({
  request: { sensor, hours },
  onCompare,
}: {
  readonly request: ReplayRequest;
  readonly onCompare: () => void;
}) {
  const { data } = useCall("listDeadLetters", { query: { sensor, limit: 1 } });
  const newest = data?.items[0]?.at;
  if (newest === undefined || newest === null || Date.parse(newest) < Date.now() - hours * hourMs)
    return null;
  return (
    <Note tone="warn">
      <p>
        Only stored readings are compared here. This sensor also has dead letters from this period, which the
        change may save.
      </p>
      <Button size="small" className="mt-1.5" onClick={onCompare}>
        Compare dead letters
      </Button>
    </Note>
  );
}
