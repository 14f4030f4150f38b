import { Link } from "@tanstack/react-router";
import { rejectedReadingsText } from "../../format/drop-reason.ts";
import { bytesText, countText, plural, roundedText } from "../../format/number.ts";
import { exactTime, parseTime } from "../../format/time.ts";
import { Card, Facts } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { clockText } from "./clock-words.ts";
import { endpointText, type RequestDetails, rejectedCounts } from "./outcome-words.ts";
import { refusalText } from "./refusal-words.ts";
import { VerdictMark } from "./verdict-mark.tsx";

/** A summary of the answer that was sent. */
export function AnswerCard({ request }: { readonly request: RequestDetails }) {
  const { status, error, accepted, duplicates } = request;
  const rejected = rejectedCounts(request);
  return (
    <Card title="Answer">
      <Facts
        items={[
          [
            "Status",
            <span key="status" className="font-medium">
              <VerdictMark request={request} /> {status}{" "}
              {status >= 400 ? refusalText(error, status) : (statusWords[status] ?? "")}
            </span>,
          ],
          ["Accepted", countText(accepted)],
          ["Duplicates", countText(duplicates)],
          [
            "Rejected",
            rejected.length === 0
              ? "0"
              : rejected.map(([reason, count]) => rejectedReadingsText(reason, count)).join(", "),
          ],
        ]}
      />
    </Card>
  );
}

const statusWords: Record<number, string> = { 201: "Created", 202: "Accepted" };

/** Where the request came from, and how. */
export function OriginCard({ request }: { readonly request: RequestDetails }) {
  const { id, device, sensor, at, source, duration_ms, body_bytes, clock_offset_ms } = request;
  return (
    <Card title="Request">
      <Facts
        items={[
          [
            "Device",
            device === null ? (
              <span key="device" className="text-muted">
                removed
              </span>
            ) : (
              <Link
                key="device"
                to="/devices/$device"
                params={{ device: device.uuid }}
                className="text-accent hover:underline"
              >
                {device.name}
              </Link>
            ),
          ],
          ...(sensor === null
            ? []
            : [
                [
                  "Sensor",
                  <code key="sensor" className="font-mono">
                    {sensor.slug}
                  </code>,
                ] as const,
              ]),
          [
            "Arrived",
            <span key="arrived">
              {exactTime(parseTime(at))}{" "}
              <span className="text-muted">
                (<RelativeTime at={at} />)
              </span>
            </span>,
          ],
          ["Endpoint", endpointText(request)],
          ["From", source],
          ["Size", body_bytes === null ? "not read" : bytesText(body_bytes)],
          ["Duration", `${roundedText(duration_ms, duration_ms < 10 ? 1 : 0)} ms`],
          ["Device clock", clock_offset_ms === null ? "not sent" : clockText(-clock_offset_ms)],
          ["X-Request-Id", <CopyText key="id" text={id} />],
        ]}
      />
    </Card>
  );
}

/** Why the request was refused as a whole. */
export function RefusalCard({
  request: { explanation, problems, error, device },
}: {
  readonly request: RequestDetails;
}) {
  const next = nextSteps[error ?? ""];
  const fields = Object.entries(problems);
  if (explanation === null) return null;
  return (
    <Card title="Why the request was refused">
      <p className="text-sm">{explanation}</p>
      {fields.length > 0 && (
        <ul aria-label={plural(fields.length, "problem")} className="mt-3 flex flex-col gap-1 text-sm">
          {fields.map(([field, messages]) => (
            <li key={field} className="flex flex-wrap gap-x-3">
              <code className="font-mono">{field}</code>
              <span className="text-muted">{messages.join(" ")}</span>
            </li>
          ))}
        </ul>
      )}
      {next !== undefined && device !== null && (
        <p className="mt-3 text-sm">
          <Link to={next.tab} params={{ device: device.uuid }} className="text-accent hover:underline">
            {next.text}
          </Link>
        </p>
      )}
    </Card>
  );
}

interface NextStep {
  readonly text: string;
  readonly tab: "/devices/$device/credentials" | "/devices/$device/sensors" | "/devices/$device/settings";
}

const token: NextStep = { text: "Show device token", tab: "/devices/$device/credentials" };
const snippets: NextStep = { text: "View example requests", tab: "/devices/$device/credentials" };

/** Where a refusal can be fixed, by its code: a tab of the device. */
const nextSteps: Readonly<Record<string, NextStep>> = {
  invalid_token: token,
  missing_token: token,
  validation_failed: snippets,
  unsupported_media_type: snippets,
  method_not_allowed: snippets,
  device_disabled: { text: "Enable the device in its settings", tab: "/devices/$device/settings" },
  sensor_not_found: { text: "View the device’s sensors", tab: "/devices/$device/sensors" },
};
