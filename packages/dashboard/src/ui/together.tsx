import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useReducer, useRef, useState } from "react";
import { cx } from "./class-names.ts";
import { LoadingContext } from "./loading-context.ts";
import { Loading } from "./states.tsx";

/** Then what has arrived is shown without the rest. */
const patienceMs = 3000;

/**
 * Shows its parts once all of them have loaded, so that none moves because another one above it arrived later. It waits
 * for the first answers only, and not forever.
 */
export function Together({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string;
}) {
  const client = useQueryClient();
  const loading = useRef(0);
  const [, lookAgain] = useReducer((times: number) => times + 1, 0);
  const [isShown, setIsShown] = useState(false);
  const note = useCallback((by: 1 | -1) => {
    loading.current += by;
    lookAgain();
  }, []);
  // Draws again when a query begins or ends.
  useIsFetching();
  // The effects of all parts have run before this one, so their queries are under way.
  useEffect(() => {
    if (loading.current > 0 || client.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0)
      return;
    setIsShown(true);
  });
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="relative min-w-0 flex-1">
      {!isShown && (
        <div className="absolute inset-x-0 top-0">
          <Loading shape="card" />
        </div>
      )}
      <LoadingContext value={note}>
        <div className={cx(className, !isShown && "invisible")}>{children}</div>
      </LoadingContext>
    </div>
  );
}
