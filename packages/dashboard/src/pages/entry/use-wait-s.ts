import { useEffect, useState } from "react";
import { isProblem } from "../../api/problem.ts";

/** How many seconds the server wants to be left alone for, counting down after each refusal that says so. */
export function useWaitS(error: unknown): number {
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
