import type { CallAnswer } from "../api/route-types.ts";

export type ChainWarning = CallAnswer<"showChain">["warnings"][number];

/** A warning or problem of a chain as the pages word it; those that have no words of their own are said as they came. */
export function adviceOf({ code, message }: ChainWarning): string {
  return code === "no_save_reachable"
    ? "Nothing in this chain saves. Readings will be accepted and not stored."
    : message;
}

export function adviceText(warnings: readonly ChainWarning[]): string {
  return warnings.map(adviceOf).join(" ");
}
