import type { CallAnswer } from "../api/route-types.ts";
import { plural } from "./number.ts";

type ChainWarning = CallAnswer<"showChain">["warnings"][number];

/** A warning or problem of a chain as the pages word it; those that have no words of their own are said as they came. */
export function adviceOf({ code, message }: ChainWarning): string {
  return code === "no_save_reachable"
    ? "No node in this chain saves readings. They will be accepted but not stored."
    : message;
}

/** How many are listed in one line. The editor shows all of them. */
const toldMax = 3;

export function adviceText(warnings: readonly ChainWarning[]): string {
  const told = warnings.slice(0, toldMax).map(adviceOf).join(" ");
  const more = warnings.length - toldMax;
  return more > 0 ? `${told} And ${plural(more, "more warning")}.` : told;
}
