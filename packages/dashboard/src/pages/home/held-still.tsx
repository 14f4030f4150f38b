import { type ReactNode, useEffect, useRef, useState } from "react";

/** A person who has not moved the pointer for this long is not about to click. */
const restMs = 30_000;

/** Does not change while the pointer moves over it, so that nobody clicks on something that has just moved there. */
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
