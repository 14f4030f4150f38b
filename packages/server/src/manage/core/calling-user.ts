import type { ApiContext, UserContext } from "./api-context.ts";

/** For routes that only signed-in people can reach. */
export function callingUser({ caller }: ApiContext): UserContext["caller"] {
  if (caller?.kind !== "user") throw new Error("A route for people has let somebody else in.");
  return caller;
}
