import { Link } from "@tanstack/react-router";
import { useCall } from "../../../api/queries.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { CodeBlock } from "../../../ui/copy.tsx";
import { Note } from "../../../ui/states.tsx";
import { FatePath, type PathStep } from "./fate-path.tsx";
import type { DeviceAnswer } from "./send-test-reading.ts";

type Receipt = CallAnswer<"showRequest">;

const askEveryMs = 400;
/** Past this something is wrong that waiting does not mend. */
const watchMs = 30_000;

/** The answer as the device would have got it, then where the reading is on its way. */
export function TestAnswer({
  answer,
  sentAtMs,
}: {
  readonly answer: DeviceAnswer;
  readonly sentAtMs: number;
}) {
  const { status, requestId, remaining, retryAfterS, body } = answer;
  const receipt = useCall(
    "showRequest",
    { params: { id: requestId ?? "" } },
    {
      enabled: requestId !== null,
      refetchInterval: ({ state }) =>
        isOver(state.data) || Date.now() - sentAtMs > watchMs ? false : askEveryMs,
    },
  ).data;
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge tone={status < 300 ? "ok" : "bad"}>{status}</Badge>
        {status < 300 ? (
          <FatePath steps={stepsOf(receipt)} />
        ) : (
          <span className="text-bad">{refusal(status, retryAfterS)}</span>
        )}
        {requestId !== null && (
          <Link to={`/activity/${requestId}`} className="text-accent hover:underline">
            Open the request
          </Link>
        )}
      </div>
      {receipt?.explanation != null && <Note tone="warn">{receipt.explanation}</Note>}
      {receipt?.findings.map(({ position, explanation }) => (
        <Note key={position}>{explanation}</Note>
      ))}
      <CodeBlock code={body} label="Answer" />
      {remaining !== null && (
        <p className="text-xs text-muted">
          {remaining} requests left in this minute{requestId !== null && `, X-Request-Id ${requestId}`}
        </p>
      )}
    </div>
  );
}

function isOver(receipt: Receipt | undefined): boolean {
  return receipt !== undefined && receipt.readings.state !== "queued";
}

function refusal(status: number, retryAfterS: string | null): string {
  if (status === 401) return "Refused: the token is not valid, or the device is disabled.";
  if (status === 429) return `Too many requests. Try again in ${retryAfterS ?? "a few"} s.`;
  return status >= 500 ? "The server could not take it. Try again." : "Not accepted. The answer says why.";
}

/** Accepted, queued, and what its chain did with it. */
function stepsOf(receipt: Receipt | undefined): readonly PathStep[] {
  if (receipt === undefined)
    return [
      { label: "accepted", tone: "ok" },
      { label: "queued", isNow: true },
    ];
  if (receipt.accepted === 0) return [{ label: "duplicate: counted, not saved again", tone: "info" }];
  const accepted: PathStep = { label: "accepted", tone: "ok" };
  const { state, counts, fates } = receipt.readings;
  if (state === "queued") return [accepted, { label: "queued", isNow: true }];
  const queued: PathStep = { label: "queued", tone: "ok" };
  if (counts !== null && counts.saved > 0) return [accepted, queued, { label: "saved", tone: "ok" }];
  const node = fates[0]?.node;
  const at: PathStep[] = node ? [{ label: node.name || node.type || node.id, tone: "ok" }] : [];
  return [accepted, queued, ...at, endOf(counts?.dead ?? 0)];
}

function endOf(dead: number): PathStep {
  const tone: Tone = dead > 0 ? "bad" : "warn";
  return { label: dead > 0 ? "failed in its rule chain" : "ended by its rule chain, not saved", tone };
}
