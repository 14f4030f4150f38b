import { isProblem } from "../../api/problem.ts";
import { aheadText } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { Note } from "../../ui/states.tsx";
import { useWaitS } from "./use-wait-s.ts";

/** What went wrong, and the form's one button: at rest while the server wants to be left alone. */
export function EntrySubmit({
  label,
  error,
  isBusy,
  fields = [],
}: {
  readonly label: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  /** Those that show themselves what is wrong with them. */
  readonly fields?: readonly string[];
}) {
  const waitS = useWaitS(error);
  const isThrottled = isProblem(error) && error.status === 429;
  return (
    <>
      {isThrottled && waitS > 0 && (
        <div role="alert">
          <Note tone="warn">Too many attempts. Try again in {aheadText(waitS * 1000)}.</Note>
        </div>
      )}
      {!isThrottled && <FormFault error={error} fields={fields} />}
      <Button type="submit" look="primary" isBusy={isBusy} disabled={waitS > 0} className="h-9!">
        {isBusy ? "One moment…" : label}
      </Button>
    </>
  );
}
