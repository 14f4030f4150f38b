import { useEffect, useState } from "react";
import { isProblem } from "../../api/problem.ts";
import { aheadText } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { Note } from "../../ui/states.tsx";

/** The error and the submit button of a form. The button is disabled while the server asks to wait. */
export function EntrySubmit({
  label,
  error,
  isBusy,
  fields = [],
}: {
  readonly label: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  /** Fields that show their own errors. */
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

/** How many seconds the server asks to wait, counting down after each refusal that says so. */
function useWaitS(error: unknown): number {
  const [untilMs, setUntilMs] = useState(0);
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const waitS = isProblem(error) && error.status === 429 ? error.retryAfterS : null;
    setNowMs(Date.now());
    setUntilMs(waitS === null ? 0 : Date.now() + waitS * 1000);
  }, [error]);
  const leftS = Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
  useEffect(() => {
    if (leftS === 0) return;
    const timer = setTimeout(() => setNowMs(Date.now()), 1000);
    return () => clearTimeout(timer);
  }, [leftS]);
  return leftS;
}
