import { Radio } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../../../api/queries.ts";
import { useMay } from "../../../../app/session.tsx";
import { Select } from "../../../../ui/field.tsx";
import { Loaded } from "../../../../ui/loaded.tsx";
import { EmptyState, Note } from "../../../../ui/states.tsx";
import { useHeldStill } from "../../../../ui/use-held-still.ts";
import { type Trace, type TracedRun, tracedRuns } from "../../model/shown-run.ts";
import { useEditor } from "../use-editor.ts";
import { RunViewer } from "./run-viewer.tsx";
import { TraceBar } from "./trace-bar.tsx";

const refetchMs = 1000;
const idleRefetchMs = 10_000;

/** Records readings as they go through the published version, and steps through the path that each of them took. */
export function TracePanel() {
  const { chain, publishedVersion } = useEditor();
  const isPublished = publishedVersion !== null;
  const result = useCall(
    "readChainTrace",
    { params: { chain: chain.uuid } },
    {
      enabled: isPublished,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.is_running === true ? refetchMs : idleRefetchMs),
    },
  );
  if (!isPublished)
    return (
      <EmptyState icon={<Radio size={22} />} title="No readings go through this chain yet">
        Publish and assign it to record readings. Until then, you can use Dry run.
      </EmptyState>
    );
  return (
    <Loaded result={result} what="Loading trace">
      {(trace) => (
        <div className="@container flex flex-col gap-3 p-4">
          <TraceBar chain={chain.uuid} trace={trace} />
          {trace.readings.length === 0 ? (
            <NothingYet isRunning={trace.is_running} />
          ) : (
            <Traced trace={trace} />
          )}
        </div>
      )}
    </Loaded>
  );
}

function NothingYet({ isRunning }: { readonly isRunning: boolean }) {
  const mayTrace = useMay("editor");
  if (isRunning)
    return (
      <EmptyState icon={<Radio size={22} />} title="Waiting for readings">
        Readings appear here as devices send them. If none appear, check in the list of chains where this
        chain is in use.
      </EmptyState>
    );
  return (
    <EmptyState icon={<Radio size={22} />} title="Record readings">
      {mayTrace
        ? "Weir records for the time you choose and keeps the latest 200 readings, with every step they took."
        : "An editor of this account can start recording. Recorded readings appear here."}
    </EmptyState>
  );
}

function Traced({ trace: newest }: { readonly trace: Trace }) {
  const still = useHeldStill();
  const trace = useKept(newest, still.isHeld);
  const { chain, published, publishedVersion, definition, nodeTypes } = useEditor();
  const [sensor, setSensor] = useState("");
  const nameOf = useSensorNames(trace);
  const names = new Map(trace.readings.map((reading) => [reading.sensor.uuid, nameOf(reading)]));
  const traced = { definition: published ?? definition, nodeTypes };
  const runs = tracedRuns(trace, sensor, traced, nameOf);
  const isOld = trace.readings.some(
    (reading) => reading.chain.uuid === chain.uuid && reading.chain.version !== publishedVersion,
  );
  return (
    <>
      {names.size > 1 && (
        <Select
          aria-label="Sensor"
          className="max-w-80"
          value={sensor}
          onChange={(event) => setSensor(event.target.value)}
          choices={[
            { value: "", label: "All sensors" },
            ...[...names].map(([uuid, name]) => ({ value: uuid, label: name })),
          ]}
        />
      )}
      {isOld && (
        <Note>
          Some of these readings went through an earlier version, in which names and wires may differ.
        </Note>
      )}
      <div>
        <div ref={still.top} />
        <RunViewer
          key={sensor}
          label="Recorded readings"
          runs={runs}
          chain={traced}
          growing={{ handlers: still.handlers, newer: Math.max(0, newest.seen - trace.seen) }}
        />
      </div>
    </>
  );
}

/** The value from when it began to be kept, else the current one. */
function useKept<Thing>(thing: Thing, isKept: boolean): Thing {
  const [kept, setKept] = useState(thing);
  if (!isKept && kept !== thing) setKept(thing);
  return isKept ? kept : thing;
}

/** Names sensors by their slug, and also by their device if there are several devices. */
function useSensorNames({ readings }: Trace): (reading: TracedRun) => string {
  const isMixed = readings.some(({ device }) => device !== readings[0]?.device);
  const { data } = useCall(
    "listDevices",
    { query: { limit: 1000 } },
    { enabled: isMixed, staleTime: 60_000 },
  );
  return ({ device, sensor }) => {
    const name = isMixed ? data?.items.find(({ uuid }) => uuid === device)?.name : undefined;
    return name === undefined ? sensor.slug : `${name} / ${sensor.slug}`;
  };
}
