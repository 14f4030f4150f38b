import type { Caller } from "./api-context.ts";

/** Whose streams and pieces of work are counted together. */
export function callerName(caller: Caller): string {
  switch (caller.kind) {
    case "operator":
      return "operator";
    case "key":
      return `key ${caller.keyId}`;
    case "user":
      return `user ${caller.userId}`;
  }
}
