import type { CallAnswer } from "../../../../api/route-types.ts";
import { countText, plural } from "../../../../format/number.ts";
import { shortTime } from "../../../../format/time.ts";
import { cx } from "../../../../ui/class-names.ts";
import { ExactTime } from "../../../../ui/relative-time.tsx";
import { Note } from "../../../../ui/states.tsx";
import { Table, Td, Th, Tr } from "../../../../ui/table.tsx";

export type Replay = CallAnswer<"replayReadings">;

const rows = [
  ["saved", "Saved"],
  ["ended", "Not saved"],
  ["dead", "Dead letters"],
  ["alarms_raised", "Alarms raised"],
  ["alarms_cleared", "Alarms cleared"],
  ["messages", "Messages sent"],
] as const;

const aspectWords: Record<Replay["differences"][number]["differs_in"][number], string> = {
  outcome: "outcome",
  values: "saved values",
  alarms: "alarms",
  messages: "messages",
};

/** How many readings have the same result, and how many differ in what. */
export function ReplaySummary({
  replay,
  kind,
}: {
  readonly replay: Replay;
  /** What was compared, in the singular. */
  readonly kind: string;
}) {
  const { readings, differing, differing_in: aspects, live, tested } = replay;
  const same = readings - differing;
  const differences = Object.entries(aspects).filter(([, count]) => count > 0);
  return (
    <div className="flex flex-col gap-3">
      <div role="status" className="flex flex-col gap-1.5">
        <p className="text-sm">
          {differing === 0 ? (
            <>
              No differences: all <strong className="font-semibold">{plural(readings, kind)}</strong> have the
              same result.
            </>
          ) : (
            <>
              <strong className="font-semibold">{countText(differing)}</strong> of {plural(readings, kind)}{" "}
              {differing === 1 ? "has" : "have"} a different result
              {same > 0 && `, ${countText(same)} the same`}.
            </>
          )}
        </p>
        <ShareBar same={same} differing={differing} />
        {differences.length > 0 && (
          <p className="text-sm text-muted">
            Differences in{" "}
            {differences
              .map(
                ([aspect, count]) =>
                  `${aspectWords[aspect as keyof typeof aspectWords]} (${countText(count)})`,
              )
              .join(", ")}
            .
          </p>
        )}
      </div>
      {!replay.is_complete && (
        <Note tone="warn">
          Only the oldest readings were compared
          {replay.until !== null && (
            <>
              , up to <ExactTime at={replay.until} text={shortTime} />
            </>
          )}
          . A comparison covers at most {countText(replay.readings_max)} readings and 8 seconds. Choose a
          shorter period to include the newest.
        </Note>
      )}
      <div className="rounded-md border border-line">
        <Table label="Results">
          <thead>
            <tr>
              <Th>
                <span className="sr-only">Result</span>
              </Th>
              <Th className="text-right">Published</Th>
              <Th className="text-right">On the canvas</Th>
              <Th className="text-right">Difference</Th>
            </tr>
          </thead>
          <tbody>
            {rows
              .filter(([key]) => live[key] > 0 || tested[key] > 0)
              .map(([key, label]) => (
                <Tr key={key}>
                  <Td className="h-7!">{label}</Td>
                  <Td className="h-7! text-right">{countText(live[key])}</Td>
                  <Td className="h-7! text-right">{countText(tested[key])}</Td>
                  <Td
                    className={cx(
                      "h-7! text-right",
                      live[key] === tested[key] ? "text-muted" : "font-semibold",
                    )}
                  >
                    {changeText(tested[key] - live[key])}
                  </Td>
                </Tr>
              ))}
          </tbody>
        </Table>
      </div>
    </div>
  );
}

function changeText(change: number): string {
  if (change === 0) return "same";
  return change > 0 ? `+${countText(change)}` : `−${countText(-change)}`;
}

/** The text above it says the same. */
function ShareBar({ same, differing }: { readonly same: number; readonly differing: number }) {
  return (
    <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-sm bg-sunken">
      <div className="bg-line-strong" style={{ flexGrow: same }} />
      <div className={cx("bg-accent", differing > 0 && "min-w-1")} style={{ flexGrow: differing }} />
    </div>
  );
}
