import { useSearch } from "@tanstack/react-router";
import { Page } from "../../../ui/page.tsx";
import { Together } from "../../../ui/together.tsx";
import { readSensors } from "../chart-search.ts";
import { SensorChart } from "../sensor-chart.tsx";
import { ChartProposals } from "./chart-proposals.tsx";
import { ImportReadings } from "./import-readings.tsx";
import { OpenSavedChart } from "./open-saved-chart.tsx";

/** Any sensors of any devices over time. Its links name every sensor with its device. */
export function ChartsPage() {
  const search = useSearch({ strict: false });
  const named = readSensors(search) ?? [];
  const home = named.find(({ device }) => device !== null)?.device;
  return (
    <Page title="Charts" help={{ guide: "charts" }} action={<ImportReadings />}>
      {home != null ? (
        <SensorChart device={home} deviceName="Charts" own={[]} />
      ) : typeof search.saved === "string" ? (
        <OpenSavedChart key={search.saved} uuid={search.saved} />
      ) : (
        <Together className="flex flex-col gap-4">
          <ChartProposals />
        </Together>
      )}
    </Page>
  );
}
