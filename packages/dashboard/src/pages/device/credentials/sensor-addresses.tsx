import { Card } from "../../../ui/card.tsx";
import { CardTable, CardTd, CardTr } from "../../../ui/card-table.tsx";
import { CopyText } from "../../../ui/copy.tsx";
import { More } from "../../../ui/table.tsx";
import { NoSensors } from "../no-sensors.tsx";
import type { useSensors } from "../use-device.ts";

/** By what requests may name the sensors. */
export function SensorAddresses({
  list,
  needsUuid,
}: {
  readonly list: ReturnType<typeof useSensors>;
  readonly needsUuid: boolean;
}) {
  return (
    <Card
      title="Sensors"
      isFlush
      action={
        <span className="text-sm text-muted max-sm:hidden">
          {needsUuid
            ? "With the contract “stored”, URLs take the UUID only."
            : "Requests name a sensor by its slug or its UUID, exactly as written here."}
        </span>
      }
    >
      {list.items.length === 0 ? (
        <NoSensors />
      ) : (
        <CardTable
          label="Sensors and their addresses"
          heads={[
            ["name", "Sensor"],
            ["slug", "Slug"],
            ["uuid", "UUID"],
          ]}
        >
          {list.items.map(({ uuid, name, slug }) => (
            <CardTr key={uuid}>
              <CardTd className="font-medium">{name}</CardTd>
              <CardTd>
                <CopyText text={slug} />
              </CardTd>
              <CardTd isWide>
                <CopyText text={uuid} />
              </CardTd>
            </CardTr>
          ))}
        </CardTable>
      )}
      <More list={list} />
    </Card>
  );
}
