import { useRouterState } from "@tanstack/react-router";
import { useLasting } from "../ui/use-lasting.ts";

/** What comes sooner needs no sign, which would only flicker. */
const unsaidMs = 300;

/** Says, while the next page is on its way and the one before still stands, that something is happening. */
export function PageProgress() {
  const isLoading = useRouterState({ select: ({ status }) => status === "pending" });
  const isSaid = useLasting(isLoading, unsaidMs);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden">
      {isSaid && (
        <>
          <span className="sr-only">Loading page</span>
          <div className="h-full animate-pulse bg-accent" />
        </>
      )}
    </div>
  );
}
