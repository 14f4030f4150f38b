import { EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { CardTd, CardTr } from "../../../ui/card-table.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { Value } from "../../../ui/value.tsx";
import type { SensorLook } from "../sensor-looks.ts";
import type { Sensor } from "../use-device.ts";
import { SensorChain } from "./sensor-chain.tsx";

export function SensorRow({
  sensor,
  look,
  mayEdit,
  onEdit,
  onRemove,
}: {
  readonly sensor: Sensor;
  readonly look: SensorLook;
  readonly mayEdit: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) {
  return (
    <CardTr>
      <CardTd className="font-medium">
        {mayEdit ? (
          <button type="button" onClick={onEdit} className="text-left hover:underline">
            {sensor.name}
          </button>
        ) : (
          sensor.name
        )}
      </CardTd>
      <CardTd className="font-mono text-muted">{sensor.slug}</CardTd>
      <CardTd className="whitespace-nowrap">
        {sensor.type}
        {look.unit !== null && (
          <span className={sensor.type === null ? "text-muted" : "ml-1.5 text-xs text-muted"}>
            {look.unit}
          </span>
        )}
      </CardTd>
      <CardTd isWide>
        <SensorChain chain={sensor.applicable_chain} />
      </CardTd>
      <CardTd>
        <Value value={sensor.latest?.value} {...look} />
      </CardTd>
      {mayEdit && (
        <CardTd className="w-10 text-right max-md:ml-auto">
          <Menu
            trigger={
              <IconButton label={`Actions for ${sensor.name}`}>
                <EllipsisVertical size={16} aria-hidden />
              </IconButton>
            }
            entries={[
              { label: "Edit", icon: <Pencil size={14} aria-hidden />, onSelect: onEdit },
              {
                label: "Remove…",
                icon: <Trash2 size={14} aria-hidden />,
                onSelect: onRemove,
                isDangerous: true,
              },
            ]}
          />
        </CardTd>
      )}
    </CardTr>
  );
}
