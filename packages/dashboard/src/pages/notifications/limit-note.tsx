import { minuteText, parseTime, shortTime } from "../../format/time.ts";
import { ExactTime } from "../../ui/relative-time.tsx";
import type { Channel } from "./channel-words.ts";

/** Tells that the channel has reached its limit of messages in an hour, and where the others are. */
export function LimitNote({ limited }: { readonly limited: NonNullable<Channel["limited"]> }) {
  const { until, left_out: leftOut } = limited;
  const isNow = parseTime(until) > Date.now();
  const changes = `${leftOut} alarm ${leftOut === 1 ? "change" : "changes"}`;
  return (
    <span className={`block text-xs ${isNow ? "text-warn" : "text-muted"}`}>
      {isNow ? (
        <>
          Hourly limit reached. {changes} will be sent as one message at{" "}
          <ExactTime at={until} text={minuteText} />.
        </>
      ) : (
        <>
          Hourly limit reached before <ExactTime at={until} text={shortTime} />. {changes}{" "}
          {leftOut === 1 ? "was" : "were"} sent as one message.
        </>
      )}
    </span>
  );
}
