import { shortTime } from "../format/time.ts";
import { ExactTime } from "./relative-time.tsx";

/** The start of the last 24 hours, as all pages count them. */
export function Since({ at }: { readonly at: string }) {
  return (
    <span className="text-sm whitespace-nowrap text-muted">
      since <ExactTime at={at} text={shortTime} />
    </span>
  );
}
