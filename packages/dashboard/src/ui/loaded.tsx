import type { ReactNode } from "react";
import { isGone } from "../api/problem.ts";
import { Failure, Loading } from "./states.tsx";

/** Shows what a question was answered with, or that it is still being asked, or why it failed. */
export function Loaded<Answer>({
  result,
  what,
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
  /** Where there is no such thing, or no longer: also in the place of what is known of how it was. */
  readonly gone?: ReactNode;
  readonly children: (answer: Answer) => ReactNode;
}) {
  if (gone !== undefined && isGone(result.error)) return gone;
  if (result.data !== undefined) return children(result.data);
  if (result.isError) return <Failure error={result.error} onRetry={() => void result.refetch()} />;
  return <Loading {...(what === undefined ? {} : { what })} />;
}
