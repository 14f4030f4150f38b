import { shortTime } from "../format/time.ts";
import { ExactTime } from "./relative-time.tsx";

/** From when on the numbers of the last 24 hours count, which is the same on every page. */
export function Since({ at }: { readonly at: string }) {
  return (
    <span className="text-sm whitespace-nowrap text-muted">
      since <ExactTime at={at} text={shortTime} />
    </span>
  );
}
