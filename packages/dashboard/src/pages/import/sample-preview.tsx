import { plural } from "../../format/number.ts";
import { exactTime, parseTime } from "../../format/time.ts";
import { Card } from "../../ui/card.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import type { KnownSensor } from "./model/guess-plan.ts";
import type { MappedSample } from "./model/map-sample.ts";

const readingsShown = 5;
const problemsShown = 5;

/** The first readings as they will be imported, and the problems of the first lines. */
export function SamplePreview({
  mapped,
  sensors,
}: {
  readonly mapped: MappedSample;
  readonly sensors: readonly KnownSensor[];
}) {
  const { readings, problems, lines } = mapped;
  const hasMetadata = readings.some(({ metadata }) => metadata !== "");
  const nameOf = (slug: string) => sensors.find((sensor) => sensor.slug === slug)?.name ?? slug;
  return (
    <>
      {readings.length > 0 && (
        <Card title="Preview" isFlush>
          <Table label="First readings">
            <thead>
              <tr>
                <Th>Time</Th>
                <Th>Sensor</Th>
                <Th className="text-right">Value</Th>
                {hasMetadata && <Th>Metadata</Th>}
              </tr>
            </thead>
            <tbody>
              {readings.slice(0, readingsShown).map(({ at, sensor, value, metadata }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same reading may be in a file twice.
                <Tr key={place}>
                  <Td className="whitespace-nowrap">{exactTime(parseTime(at))}</Td>
                  <Td>{nameOf(sensor)}</Td>
                  <Td className="text-right font-mono">{value}</Td>
                  {hasMetadata && <Td className="font-mono text-xs">{metadata}</Td>}
                </Tr>
              ))}
            </tbody>
          </Table>
        </Card>
      )}
      {problems.length > 0 && (
        <Card title={`Problems in the first ${plural(lines, "line")}`}>
          <ul className="flex flex-col gap-1 text-sm">
            {problems.slice(0, problemsShown).map(({ line, reason }) => (
              <li key={line} className="wrap-anywhere">
                <span className="text-muted">Line {line}:</span> {reason}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm text-muted">
            {problems.length > problemsShown && `And ${problems.length - problemsShown} more. `}
            Lines with problems are left out. You can download them after the import.
          </p>
        </Card>
      )}
    </>
  );
}
