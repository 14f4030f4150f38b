import { type RefObject, useEffect, useRef, useState } from "react";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of an element in pixels, kept up to date; zero until it is drawn. */
export function useSize<Watched extends HTMLElement>(): [ref: RefObject<Watched | null>, size: Size] {
  const ref = useRef<Watched>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const watched = ref.current;
    if (watched === null) return;
    const observer = new ResizeObserver(() =>
      setSize((before) => {
        const { clientWidth: width, clientHeight: height } = watched;
        return before.width === width && before.height === height ? before : { width, height };
      }),
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
