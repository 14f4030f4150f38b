import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { plural } from "../../format/number.ts";
import { AlarmMarker } from "../../ui/alarm-marker.tsx";
import { cx } from "../../ui/class-names.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Tags } from "../../ui/tags.tsx";
import { AlertMeButton } from "../alert-me/alert-me-button.tsx";
import { ValueLine } from "./column-value.tsx";
import { Battery, LastDay, Rate } from "./device-figures.tsx";
import { DeviceRemarks, DeviceStatus, hasRemarks } from "./device-status.tsx";
import { DeviceBox, type RowProps } from "./device-table.tsx";
import type { ListColumns } from "./list-columns.ts";

/** Three lines with room for a finger, and what lies between and around them. */
const plainHeightPx = 97;
/** A line of values and the gap above it. */
const valueLinePx = 24;

export function cardHeightPx({ slugs }: ListColumns): number {
  return slugs.length === 0 ? plainHeightPx : plainHeightPx + valueLinePx;
}

/** A row of the table, for phones. Its height is fixed, because only visible cards are drawn. */
export const DeviceCard = memo(
  ({ device, curve, alarms, columns, values, index, isSelected, onToggle }: RowProps) => (
    <li
      aria-posinset={index + 1}
      style={{ height: cardHeightPx(columns) }}
      className={cx(
        "flex gap-3 border-b border-line px-4 py-2.5 text-sm last:border-b-0",
        isSelected && "bg-accent-soft",
      )}
    >
      {onToggle !== null && (
        <div className="pt-0.5">
          <DeviceBox device={device} isSelected={isSelected} onToggle={onToggle} />
        </div>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex h-6 min-w-0 items-center gap-2">
          <Link
            to="/devices/$device"
            params={{ device: device.uuid }}
            className="truncate text-base leading-6 font-medium"
          >
            {device.name}
          </Link>
          {alarms !== undefined && <AlarmMarker alarms={alarms} />}
          {device.sensor_count > 0 && <AlertMeButton device={device.uuid} name={device.name} />}
        </span>
        <div className="flex h-5 shrink-0 items-center gap-3 truncate">
          <DeviceStatus device={device} />
          {device.last_connected !== null && (
            <span className="text-muted">
              <RelativeTime at={device.last_connected} />
            </span>
          )}
        </div>
        <div className="flex h-6 min-w-0 shrink-0 items-center gap-2 text-muted">
          {hasRemarks(device) ? (
            <DeviceRemarks device={device} />
          ) : (
            <>
              <span className="truncate">
                {[
                  plural(device.sensor_count, "sensor"),
                  ...(device.group === null ? [] : [device.group]),
                ].join(" · ")}
              </span>
              {device.tags.length > 0 && <Tags tags={device.tags} max={2} />}
            </>
          )}
        </div>
        {columns.slugs.length > 0 && <ValueLine values={values} slugs={columns.slugs} />}
      </div>
      <div className="flex w-20 shrink-0 flex-col items-end gap-0.5 whitespace-nowrap">
        <div className="flex h-11 w-full flex-col items-end gap-0.5">
          {curve !== undefined && (
            <>
              <LastDay curve={curve} width={72} />
              <span>
                <Rate curve={curve} /> <span className="text-xs text-muted">/min</span>
              </span>
            </>
          )}
        </div>
        {device.battery !== null && <Battery battery={device.battery} />}
      </div>
    </li>
  ),
);
