import { useEffect, useRef, useState } from "react";
import { type Paced, paced } from "./paced.ts";

/** Something that is done while the component is shown: at once when asked for, and then only every so often. */
export function usePaced(act: () => void, everyMs: number): Paced {
  const latest = useRef(act);
  latest.current = act;
  const [pace] = useState(() => paced(() => latest.current(), everyMs));
  useEffect(() => pace.stop, [pace]);
  return pace;
}
