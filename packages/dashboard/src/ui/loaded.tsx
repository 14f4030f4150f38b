import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failure, Loading } from "./states.tsx";

/** Shows what a question was answered with, or that it is still being asked, or why it failed. */
export function Loaded<Answer>({
  result,
  what,
  children,
}: {
  readonly result: UseQueryResult<Answer>;
  readonly what?: string;
  readonly children: (answer: Answer) => ReactNode;
}) {
  if (result.data !== undefined) return children(result.data);
  if (result.isError) return <Failure error={result.error} onRetry={() => void result.refetch()} />;
  return <Loading {...(what === undefined ? {} : { what })} />;
}
