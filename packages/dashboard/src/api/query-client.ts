import { QueryClient } from "@tanstack/query-core";
import { call } from "./client.ts";
import { isProblem } from "./problem.ts";
import type { CallAnswer, CallInput, RouteName } from "./route-types.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // A refused request would be refused again. Only a request that did not reach the server is retried.
      retry: (times, error) => isProblem(error) && (error.status === 0 || error.status >= 500) && times < 2,
    },
  },
});

export type Input<Name extends RouteName> = Omit<CallInput<Name>, "signal" | "ifMatch">;

/** Asks a route. Under this key, its answer is in the cache. */
export function callQuery<Name extends RouteName>(name: Name, input: Input<Name>) {
  return {
    queryKey: [name, input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<CallAnswer<Name>> =>
      call(...([name, { ...input, signal }] as Parameters<typeof call<Name>>)),
  };
}
