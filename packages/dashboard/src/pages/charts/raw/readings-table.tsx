import type { CallAnswer } from "../../../api/route-types.ts";
import { exactTime, parseTime } from "../../../format/time.ts";
import { measuredText, stateName } from "../../../format/value-state.ts";
import type { Selection } from "../../../ui/selection.tsx";
import { Table, Td, Th, Tr } from "../../../ui/table.tsx";
import type { ChartSensor } from "../chart-sensor.ts";

type Reading = CallAnswer<"listSensorReadings">["items"][number];

/** Saved readings with everything that is stored with them. */
export function ReadingsTable({
  sensor,
  readings,
  selection,
}: {
  readonly sensor: ChartSensor;
  readonly readings: readonly Reading[];
  /** By time. Null for people who may not delete readings. */
  readonly selection: Selection<string> | null;
}) {
  return (
    <Table label={`Readings of ${sensor.name}`}>
      <thead>
        <tr>
          {selection !== null && (
            <Th className="w-8">
              <input
                type="checkbox"
                aria-label="Select all listed readings"
                className="size-4 accent-(--accent)"
                checked={selection.isAll}
                onChange={selection.toggleAll}
              />
            </Th>
          )}
          <Th>Time</Th>
          <Th className="text-right">Value</Th>
          <Th>Received</Th>
          <Th>Sent time</Th>
          <Th>Metadata</Th>
        </tr>
      </thead>
      <tbody>
        {readings.map((reading) => (
          <Row
            key={`${reading.at} ${reading.value}`}
            reading={reading}
            sensor={sensor}
            selection={selection}
          />
        ))}
      </tbody>
    </Table>
  );
}

function Row({
  reading: { at, value, received_at: receivedAt, device_at: deviceAt, metadata },
  sensor: { unit, decimals, states },
  selection,
}: {
  readonly reading: Reading;
  readonly sensor: ChartSensor;
  readonly selection: Selection<string> | null;
}) {
  const time = timeText(at);
  const json = metadata === null ? "" : JSON.stringify(metadata);
  return (
    <Tr>
      {selection !== null && (
        <Td>
          <input
            type="checkbox"
            aria-label={`Select ${time}`}
            className="size-4 accent-(--accent)"
            checked={selection.has(at)}
            onChange={() => undefined}
            onClick={(event) => selection.toggle(at, event.shiftKey)}
          />
        </Td>
      )}
      <Td className="whitespace-nowrap" title={at}>
        {time}
      </Td>
      <Td className="text-right font-medium whitespace-nowrap" title={`${value} ${unit}`.trim()}>
        {measuredText(value, { states, decimals })}
        {stateName(states, value) === undefined && <span className="font-normal text-muted"> {unit}</span>}
      </Td>
      <Td className="whitespace-nowrap text-muted" title={receivedAt}>
        {timeText(receivedAt)}
      </Td>
      <Td className="whitespace-nowrap text-muted" title={deviceAt ?? undefined}>
        {deviceAt === null ? "–" : deviceAt === at ? "Same" : timeText(deviceAt)}
      </Td>
      <Td className="max-w-80 truncate font-mono text-xs text-muted" title={json}>
        {json === "" ? "–" : json}
      </Td>
    </Tr>
  );
}

/** Device times may be far outside what a calendar shows. */
function timeText(iso: string): string {
  const ms = parseTime(iso);
  return Number.isNaN(ms) ? iso : exactTime(ms);
}
