import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { ChartLine } from "lucide-react";
import { call } from "../../../api/client.ts";
import { isGone } from "../../../api/problem.ts";
import { useCall } from "../../../api/queries.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { type ChartDefinition, searchOf } from "./chart-definition.ts";
import { DeleteChartButton } from "./delete-chart-button.tsx";
import { type SavedChart, useSavedCharts } from "./use-saved-charts.ts";

/**
 * A saved chart that was opened on the page of a device which no longer exists. It continues on the page of the first
 * of its devices that does.
 */
export function ChartOfGoneDevice({
  uuid,
  gone,
}: {
  readonly uuid: string;
  /** Shown if there is no such chart either. */
  readonly gone: React.ReactNode;
}) {
  const chart = useCall("showChart", { params: { chart: uuid } });
  const sensors = chart.data?.definition.sensors;
  const left = useQuery({
    queryKey: ["devices left of a chart", sensors],
    queryFn: ({ signal }) => firstLeft(sensors ?? [], signal),
    enabled: sensors !== undefined,
  });
  return (
    <Loaded result={chart} what="Loading chart" gone={gone}>
      {(shown) => (
        <Loaded result={left} what="Loading chart">
          {({ device }) =>
            device === null ? <NothingLeft chart={shown} /> : <Navigate replace {...placeOf(shown, device)} />
          }
        </Loaded>
      )}
    </Loaded>
  );
}

/** The first device that exists; null if none does. */
async function firstLeft(
  sensors: ChartDefinition["sensors"],
  signal: AbortSignal,
): Promise<{ readonly device: string | null }> {
  for (const device of new Set(sensors.map((sensor) => sensor.device))) {
    try {
      await call("showDevice", { params: { device }, signal });
      return { device };
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  return { device: null };
}

function placeOf({ uuid, definition }: SavedChart, device: string) {
  return {
    to: "/devices/$device/charts",
    params: { device },
    search: searchOf(uuid, definition, device),
  };
}

/** Another chart can be made of it on the page of any device. */
function NothingLeft({ chart }: { readonly chart: SavedChart }) {
  const { mayChange } = useSavedCharts();
  const navigate = useNavigate();
  const other = useCall("listDevices", { query: { limit: 1 } }).data?.items[0];
  return (
    <EmptyState
      icon={<ChartLine size={28} />}
      title={`The devices of “${chart.name}” no longer exist`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {other !== undefined && mayChange(chart) && (
            <ButtonLink {...placeOf(chart, other.uuid)}>Choose other sensors</ButtonLink>
          )}
          {mayChange(chart) && (
            <DeleteChartButton chart={chart} onDeleted={() => void navigate({ to: "/devices" })} />
          )}
          <ButtonLink to="/devices">All devices</ButtonLink>
        </div>
      }
    >
      All devices in this saved chart were deleted, along with their readings.
    </EmptyState>
  );
}
