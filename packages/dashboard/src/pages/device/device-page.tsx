import { Outlet } from "@tanstack/react-router";
import { BatteryMedium, LayoutDashboard } from "lucide-react";
import { isGone } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import { NotThere } from "../../app/not-there.tsx";
import { useFilters } from "../../app/use-filters.ts";
import { roundedText } from "../../format/number.ts";
import { wrongClockText } from "../../format/wrong-clock.ts";
import { AlarmMarker } from "../../ui/alarm-marker.tsx";
import { Badge, Status } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { type Crumb, Page, Tabs } from "../../ui/page.tsx";
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
const crumbs: readonly Crumb[] = [{ label: "Devices", to: "/devices" }];

/** A device: a header that is always visible, and its tabs. */
export function DevicePage() {
  const uuid = useDeviceUuid();
  const result = useDevice();
  useLiveDevice(uuid);
  const [{ saved }] = useFilters("saved");
  if (result.data === undefined || isGone(result.error)) {
    return (
      // Another key than below, because the content begins elsewhere once the header is known.
      <Page
        key="awaited"
        title="Device"
        crumbs={crumbs}
        tabs={isGone(result.error) ? undefined : <DeviceTabs uuid={uuid} />}
      >
        <Loaded
          result={result}
          shape="card"
          gone={saved === undefined ? notThere : <ChartOfGoneDevice uuid={saved} gone={notThere} />}
        >
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return (
    <Page
      key="known"
      title={result.data.name}
      crumbs={crumbs}
      aside={<AtAGlance device={result.data} />}
      isSteady
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
      to="/boards/$board"
      params={{ board }}
      search={{ device: device.uuid }}
    >
      Open board
    </ButtonLink>
  );
}

function DeviceTabs({ uuid }: { readonly uuid: string }) {
  const params = { device: uuid };
  return (
    <Tabs
      items={[
        { label: "Overview", to: "/devices/$device", params },
        { label: "Latest values", to: "/devices/$device/latest", params },
        { label: "Charts", to: "/devices/$device/charts", params },
        { label: "Sensors", to: "/devices/$device/sensors", params },
        { label: "Credentials", to: "/devices/$device/credentials", params },
        { label: "Activity", to: "/devices/$device/activity", params },
        { label: "Settings", to: "/devices/$device/settings", params },
      ]}
    />
  );
}

/**
 * The state of the device in lines that do not wrap, so that the header keeps its height when the device goes offline or
 * gets an alarm: one line beside the title, and on a phone one for the state and one for the rest.
 */
function AtAGlance({ device }: { readonly device: Device }) {
  const { uuid, status, last_connected, wrong_clock: clock, battery, enabled, expectation, tags } = device;
  const expected = expectedText(expectation);
  const { data: alarmed } = useCall("listDeviceAlarms", { query: { devices: uuid } });
  return (
    <div className="flex min-w-0 items-center gap-x-4 gap-y-1 text-sm text-muted max-md:basis-full max-md:flex-wrap md:flex-1">
      <DevicePicture device={device} className="size-10 shrink-0" />
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
      <div className="flex h-6 min-w-0 shrink-[9] items-center gap-x-4 max-md:basis-full">
        {clock !== null && (
          <span title={wrongClockText(clock)} className="shrink-0">
            <Badge tone="warn">Clock is wrong</Badge>
          </span>
        )}
        {alarmed?.items.map((alarms) => (
          <AlarmMarker key={alarms.device} alarms={alarms} hasWords />
        ))}
        {battery !== null && (
          <span
            className="inline-flex shrink-0 items-center gap-1 whitespace-nowrap"
            title="Last reported battery voltage"
          >
            <BatteryMedium size={16} aria-hidden />
            <span>
              <span className="sr-only">Battery </span>
              {roundedText(battery.volts, 2)} <span className="text-xs">V</span>
            </span>
          </span>
        )}
        {expected !== null && (
          <span title={ruleText(expectation)} className="min-w-0 truncate md:max-xl:hidden">
            {expected}
          </span>
        )}
      </div>
      {tags.length > 0 && <Tags tags={tags} isOneLine />}
    </div>
  );
}
