import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

const focusable = "a[href], button, input, select, textarea, summary, [tabindex]";

/**
 * Holds what may be larger than itself. Where it is, and nothing inside takes the focus, the keyboard can focus and scroll
 * the whole, which not every browser does of its own accord.
 */
export function Scroller({
  ref,
  className,
  children,
}: {
  readonly ref?: RefObject<HTMLDivElement | null>;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const own = useRef<HTMLDivElement>(null);
  const box = ref ?? own;
  const [isStop, setStop] = useState(false);
  useEffect(() => {
    const watched = box.current;
    if (watched === null) return;
    const look = () => setStop(scrolls(watched) && watched.querySelector(focusable) === null);
    const observer = new ResizeObserver(look);
    observer.observe(watched);
    for (const child of watched.children) observer.observe(child);
    return () => observer.disconnect();
  }, [box]);
  return (
    <div ref={box} {...(isStop ? { tabIndex: 0 } : {})} className={className}>
      {children}
    </div>
  );
}

function scrolls({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}
