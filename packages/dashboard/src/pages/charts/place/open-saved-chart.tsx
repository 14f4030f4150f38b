import { Navigate } from "@tanstack/react-router";
import { useCall } from "../../../api/queries.ts";
import { NotThere } from "../../../app/not-there.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { searchOf } from "../saved/chart-definition.ts";

/** Leads from a link with nothing but the UUID of a saved chart to the chart. */
export function OpenSavedChart({ uuid }: { readonly uuid: string }) {
  const chart = useCall("showChart", { params: { chart: uuid } });
  return (
    <Loaded
      result={chart}
      what="Loading chart"
      gone={<NotThere what="chart" all={{ label: "All charts", to: "/charts" }} />}
    >
      {({ definition }) => <Navigate replace to="/charts" search={searchOf(uuid, definition, null)} />}
    </Loaded>
  );
}
