import { queryClient } from "../../api/query-client.ts";

const keyOf = (device: string) => ["created token", device];

/**
 * Keeps the token of a new device for a few minutes, in this page only, so that showing it needs no further request.
 */
export function keepCreatedToken(device: string, token: string): void {
  queryClient.setQueryData(keyOf(device), token);
}

export function createdToken(device: string): string | null {
  return queryClient.getQueryData<string>(keyOf(device)) ?? null;
}

/** Called when the token was hidden or replaced. */
export function forgetCreatedToken(device: string): void {
  queryClient.removeQueries({ queryKey: keyOf(device), exact: true });
}
