import { useEffect, useRef, useState } from "react";
import { type Paced, paced } from "./paced.ts";

/**
 * Runs an action while the component is shown: at once when asked for, and then at most once per interval.
 */
export function usePaced(act: () => void, everyMs: number): Paced {
  const latest = useRef(act);
  latest.current = act;
  const [pace] = useState(() => paced(() => latest.current(), everyMs));
  useEffect(() => pace.stop, [pace]);
  return pace;
}
