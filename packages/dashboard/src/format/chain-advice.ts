import type { CallAnswer } from "../api/route-types.ts";
import { plural } from "./number.ts";

type ChainWarning = CallAnswer<"showChain">["warnings"][number];

/** The dashboard's text for a warning or problem of a chain; the server's text if the dashboard has none. */
export function adviceOf({ code, message }: ChainWarning): string {
  return code === "no_save_reachable"
    ? "No node in this chain saves readings. They will be accepted but not stored."
    : message;
}

/** How many warnings one line lists. The editor shows all of them. */
const shownMax = 3;

export function adviceText(warnings: readonly ChainWarning[]): string {
  const shown = warnings.slice(0, shownMax).map(adviceOf).join(" ");
  const more = warnings.length - shownMax;
  return more > 0 ? `${shown} And ${plural(more, "more warning")}.` : shown;
}
