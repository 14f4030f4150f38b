import { Outlet, useSearch } from "@tanstack/react-router";
import { BatteryMedium, LayoutDashboard } from "lucide-react";
import { isGone } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import { NotThere } from "../../app/not-there.tsx";
import { wrongClockText } from "../../format/wrong-clock.ts";
import { AlarmMarker } from "../../ui/alarm-marker.tsx";
import { Badge, Status } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page, Tabs } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Tags } from "../../ui/tags.tsx";
import { ChartOfGoneDevice } from "../charts/saved/chart-of-gone-device.tsx";
import { statusTones } from "../devices/device-status.tsx";
import { expectedText, ruleText } from "../expectation/expectation-words.ts";
import { DevicePicture } from "./device-picture.tsx";
import { useLiveDevice } from "./live-device.ts";
import { MakeBoardButton } from "./make-board-button.tsx";
import { type Device, useDevice, useDeviceUuid } from "./use-device.ts";

const notThere = <NotThere what="device" all={{ label: "All devices", to: "/devices" }} />;
const crumbs = [{ label: "Devices", to: "/devices" }];

/** A device: a header that is always visible, and its tabs. */
export function DevicePage() {
  const uuid = useDeviceUuid();
  const result = useDevice();
  useLiveDevice(uuid);
  const { saved } = useSearch({ strict: false }) as { saved?: string };
  if (result.data === undefined || isGone(result.error)) {
    return (
      <Page title="Device" crumbs={crumbs}>
        <Loaded
          result={result}
          gone={saved === undefined ? notThere : <ChartOfGoneDevice uuid={saved} gone={notThere} />}
        >
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return (
    <Page
      title={result.data.name}
      crumbs={crumbs}
      aside={<AtAGlance device={result.data} />}
      action={<BoardButton device={result.data} />}
      tabs={<DeviceTabs uuid={uuid} />}
    >
      <Outlet />
    </Page>
  );
}

/** Opens the board of the device's template, or offers to make a board. */
function BoardButton({ device }: { readonly device: Device }) {
  const board = device.template?.board ?? null;
  if (board === null) return <MakeBoardButton device={device} />;
  return (
    <ButtonLink
      size="small"
      icon={<LayoutDashboard size={14} aria-hidden />}
      to={`/boards/${board}`}
      search={{ device: device.uuid }}
    >
      Open board
    </ButtonLink>
  );
}

function DeviceTabs({ uuid }: { readonly uuid: string }) {
  const at = `/devices/${uuid}`;
  return (
    <Tabs
      items={[
        { label: "Overview", to: at },
        { label: "Latest values", to: `${at}/latest` },
        { label: "Charts", to: `${at}/charts` },
        { label: "Sensors", to: `${at}/sensors` },
        { label: "Credentials", to: `${at}/credentials` },
        { label: "Activity", to: `${at}/activity` },
        { label: "Settings", to: `${at}/settings` },
      ]}
    />
  );
}

function AtAGlance({ device }: { readonly device: Device }) {
  const { uuid, status, last_connected, wrong_clock: clock, battery, enabled, expectation, tags } = device;
  const expected = expectedText(expectation);
  const { data: alarmed } = useCall("listDeviceAlarms", { query: { devices: uuid } });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
      <DevicePicture device={device} className="size-10" />
      {!enabled && <Badge tone="bad">Disabled: requests are refused</Badge>}
      <Status tone={statusTones[status]}>
        {last_connected === null ? (
          "Never connected"
        ) : (
          <span>
            {status === "offline" && "Offline · "}Last connected <RelativeTime at={last_connected} />
          </span>
        )}
      </Status>
      {clock !== null && (
        <span title={wrongClockText(clock)}>
          <Badge tone="warn">Clock is wrong</Badge>
        </span>
      )}
      {expected !== null && <span title={ruleText(expectation)}>{expected}</span>}
      {alarmed?.items.map((alarms) => (
        <AlarmMarker key={alarms.device} alarms={alarms} hasWords />
      ))}
      {battery !== null && (
        <span className="inline-flex items-center gap-1" title="Last reported battery voltage">
          <BatteryMedium size={16} aria-hidden />
          <span>
            <span className="sr-only">Battery </span>
            {battery.volts.toFixed(2)} <span className="text-xs">V</span>
          </span>
        </span>
      )}
      {tags.length > 0 && <Tags tags={tags} />}
    </div>
  );
}
