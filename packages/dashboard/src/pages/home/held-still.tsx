import { type ReactNode, useEffect, useRef, useState } from "react";

/** Whoever has not moved the pointer for so long is not about to click, and may be gone. */
const restMs = 30_000;

/** Stays as it is while the pointer moves over it, so that nobody clicks on what has just moved there. */
export function HeldStill({ children }: { readonly children: ReactNode }) {
  const [held, setHeld] = useState<{ readonly content: ReactNode } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const release = () => {
    clearTimeout(timer.current);
    setHeld(null);
  };
  const hold = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(release, restMs);
    setHeld((known) => known ?? { content: children });
  };
  return (
    <div onPointerMove={hold} onPointerLeave={release}>
      {held === null ? children : held.content}
    </div>
  );
}
