import {
  keepPreviousData,
  type Query,
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "./client.ts";
import { callQuery, type Input, queryClient } from "./query-client.ts";
import type { CallAnswer, RouteName } from "./route-types.ts";

type Options<Name extends RouteName> = Pick<
  UseQueryOptions<CallAnswer<Name>>,
  "enabled" | "refetchInterval" | "refetchIntervalInBackground" | "staleTime"
> & { /** Shows the last answer while a changed question is asked. */ readonly keep?: boolean };

/** The answer of a route, cached and refreshed. */
export function useCall<Name extends RouteName>(
  name: Name,
  input: Input<Name>,
  { keep = false, ...options }: Options<Name> = {},
): UseQueryResult<CallAnswer<Name>> {
  return useQuery({
    ...callQuery(name, input),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...options,
  });
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

type PagedName = {
  [Name in RouteName]: CallAnswer<Name> extends Page<unknown> ? Name : never;
}[RouteName];
type ItemOf<Name extends PagedName> = CallAnswer<Name> extends Page<infer Item> ? Item : never;

/** A list that comes in pages: all items so far, and a way to get more. */
export function usePages<Name extends PagedName>(
  name: Name,
  input: Input<Name>,
  options: { readonly enabled?: boolean; readonly refetchInterval?: number | false } = {},
) {
  const { query = {} } = input as { query?: Record<string, unknown> };
  const queryKey = [name, input, "pages"];
  const result = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const asked = { ...input, query: { ...query, cursor: pageParam }, signal };
      const answer: Promise<unknown> = call(...([name, asked] as unknown as Parameters<typeof call>));
      return answer as Promise<Page<ItemOf<Name>>>;
    },
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    ...options,
  });
  const { data, refetch } = result;
  const items = useMemo(
    (): readonly ItemOf<Name>[] => data?.pages.flatMap((page) => page.items) ?? [],
    [data],
  );
  /** Reloads only the first page. Later pages are loaded again when the person scrolls to them. */
  const refetchFromTop = () => {
    queryClient.setQueryData<typeof data>(
      queryKey,
      (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
    );
    return refetch({ cancelRefetch: false });
  };
  return { ...result, items, refetchFromTop };
}

/** Reloads these routes wherever they are shown. */
export function refresh(...names: RouteName[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => names.includes(queryKey[0] as RouteName),
  });
}

/** Answers that say which sensors a board has. */
const ofSensors: readonly unknown[] = ["listSensorsOfDevices", "showOverview"];

/**
 * After sensors were deleted, alone or with their device: a board that is opened next would ask for their values, and be
 * refused. What is on the screen is asked for again when it is opened the next time.
 */
export function forgetSensors(): void {
  const predicate = ({ queryKey }: Query) => ofSensors.includes(queryKey[0]);
  queryClient.removeQueries({ type: "inactive", predicate });
  void queryClient.invalidateQueries({ predicate, refetchType: "none" });
}
