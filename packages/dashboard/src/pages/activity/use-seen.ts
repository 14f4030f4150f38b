import { type RefObject, useEffect, useRef, useState } from "react";

/** How long something has to be in view before it counts as seen: what only scrolls by does not. */
const dwellMs = 300;

/** Whether the element has been in view for a moment. Once seen, it stays so. */
export function useSeen<Seen extends Element>(): [RefObject<Seen | null>, boolean] {
  const ref = useRef<Seen>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (isSeen || ref.current === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer);
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(() => setIsSeen(true), dwellMs);
    });
    observer.observe(ref.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isSeen]);
  return [ref, isSeen];
}
