import { useEffect, useState } from "react";

/** Whether something has been true for that long without a break. Shorter interruptions need no message. */
export function useLasting(isSo: boolean, ms: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setHasLasted(true), ms);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isSo, ms]);
  return hasLasted;
}
