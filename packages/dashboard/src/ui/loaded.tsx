import type { ReactNode } from "react";
import { isGone } from "../api/problem.ts";
import type { SkeletonShape } from "./skeleton.tsx";
import { Failure, Loading } from "./states.tsx";

/** Shows the answer of a query, or that it is loading, or why it failed. */
export function Loaded<Answer>({
  result,
  what,
  shape = "rows",
  gone,
  children,
}: {
  readonly result: {
    readonly data: Answer | undefined;
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly what?: string;
  /** What the answer will look like. */
  readonly shape?: SkeletonShape;
  /** Shown if the thing does not exist or no longer exists, even if an earlier answer is known. */
  readonly gone?: ReactNode;
  readonly children: (answer: Answer) => ReactNode;
}) {
  if (gone !== undefined && isGone(result.error)) return gone;
  if (result.data !== undefined) return children(result.data);
  if (result.isError) return <Failure error={result.error} onRetry={() => void result.refetch()} />;
  return <Loading shape={shape} {...(what === undefined ? {} : { what })} />;
}
