import { Link } from "@tanstack/react-router";
import { useCall } from "../../../api/queries.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import { plural } from "../../../format/number.ts";
import { Badge } from "../../../ui/badge.tsx";
import { CodeBlock } from "../../../ui/copy.tsx";
import { Note } from "../../../ui/states.tsx";
import { FatePath } from "../../activity/fate-path.tsx";
import { readingRows } from "../../activity/reading-rows.ts";

type Receipt = CallAnswer<"showRequest">;
type DeviceAnswer = CallAnswer<"sendTestReading">;

const askEveryMs = 400;
/** If it takes longer than this, something is wrong that waiting does not fix. */
const watchMs = 30_000;

/** Shows the answer as the device would have got it, then how far the reading has come. */
export function TestAnswer({
  answer,
  sentAtMs,
}: {
  readonly answer: DeviceAnswer;
  readonly sentAtMs: number;
}) {
  const { status, request_id: requestId, rate_limit_remaining: remaining, retry_after, body } = answer;
  const receipt = useCall(
    "showRequest",
    { params: { id: requestId } },
    {
      refetchInterval: ({ state }) =>
        isOver(state.data) || Date.now() - sentAtMs > watchMs ? false : askEveryMs,
    },
  ).data;
  const row = receipt === undefined ? undefined : readingRows(receipt)[0];
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge tone={status < 300 ? "ok" : "bad"}>{status}</Badge>
        {status >= 300 ? (
          <span className="text-bad">{refusal(status, retry_after)}</span>
        ) : row === undefined ? (
          <span className="text-muted">Accepted. Waiting for the result…</span>
        ) : (
          <FatePath row={row} />
        )}
        <Link to="/activity/$request" params={{ request: requestId }} className="text-accent hover:underline">
          View request
        </Link>
      </div>
      {receipt?.explanation != null && <Note tone="warn">{receipt.explanation}</Note>}
      {receipt?.findings.map(({ position, explanation }) => (
        <Note key={position}>{explanation}</Note>
      ))}
      <CodeBlock code={pretty(body)} label="Answer" />
      <p className="text-xs text-muted">
        {plural(remaining, "request")} left in this minute, X-Request-Id {requestId}
      </p>
    </div>
  );
}

function isOver(receipt: Receipt | undefined): boolean {
  return receipt !== undefined && receipt.readings.state !== "queued";
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function refusal(status: number, retryAfterS: number | null): string {
  if (status === 401) return "Refused: the token is not valid, or the device is disabled.";
  if (status === 429) return `Too many requests. Try again in ${retryAfterS ?? "a few"} s.`;
  return status >= 500 ? "The server couldn’t accept it. Try again." : "Not accepted. The response says why.";
}
