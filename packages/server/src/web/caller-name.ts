import type { Caller } from "./caller.ts";

/** The key by which streams and work of a caller are counted together. */
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
