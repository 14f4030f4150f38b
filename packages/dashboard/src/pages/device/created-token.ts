import { queryClient } from "../../api/queries.ts";

const keyOf = (device: string) => ["created token", device];

/** Keeps the token of a device that was just made, for a few minutes and in this page only, so that it need not be asked for. */
export function keepCreatedToken(device: string, token: string): void {
  queryClient.setQueryData(keyOf(device), token);
}

export function createdToken(device: string): string | null {
  return queryClient.getQueryData<string>(keyOf(device)) ?? null;
}

/** It was hidden, or there is another. */
export function forgetCreatedToken(device: string): void {
  queryClient.removeQueries({ queryKey: keyOf(device), exact: true });
}
