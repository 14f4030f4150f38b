import { useLiveValues } from "../../../api/live.ts";
import { useCall } from "../../../api/queries.ts";
import { usePaced } from "../../../api/use-paced.ts";
import { useRefreshOnAlarm } from "../../../api/use-refresh-on-alarm.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { useTileData } from "../data/board-data.ts";
import type { TileOf } from "../model/board.ts";
import { AlarmList, noAlarmsYet } from "./alarm-list.tsx";
import { ReadingLog } from "./reading-log.tsx";
import { SourceNote } from "./tile-note.tsx";

type LogSettings = TileOf<"log">["settings"];
type ReadingSettings = Extract<LogSettings, { of: "readings" }>;

/** A busy sensor would otherwise ask for the list several times a second. */
const refreshEveryMs = 2000;
/** Late readings come without an event. */
const lateEveryMs = 60_000;

/** The newest readings or alarms. */
export function LogTile({
  tile: { settings },
  title,
}: {
  readonly tile: TileOf<"log">;
  readonly title: string;
}) {
  return settings.of === "alarms" ? (
    <NewestAlarms max={settings.max} title={title} />
  ) : (
    <NewestReadings settings={settings} title={title} />
  );
}

function NewestReadings({ settings, title }: { readonly settings: ReadingSettings; readonly title: string }) {
  const { resolve } = useTileData();
  const sources = settings.sources.map(resolve);
  const found = sources.filter((source) => typeof source !== "string");
  const sensors = new Set(found.map(({ sensor }) => sensor.uuid));
  const result = useCall(
    "listReadings",
    { query: { sensors: [...sensors].sort().join(","), order: "desc", limit: settings.max } },
    { enabled: sensors.size > 0, keep: true, refetchInterval: lateEveryMs },
  );
  const { ask } = usePaced(() => void result.refetch(), refreshEveryMs);
  useLiveValues(sensors, ask);
  const [reason] = sources.filter((source) => typeof source === "string");
  if (reason !== undefined && found.length === 0) return <SourceNote lookup={reason} />;
  return (
    <Loaded result={result} shape="rows">
      {({ items }) => (
        <ReadingLog
          title={title}
          readings={items.flatMap(({ sensor, at, value }) => {
            const source = found.find((one) => one.sensor.uuid === sensor);
            return source === undefined ? [] : [{ at, value, source }];
          })}
        />
      )}
    </Loaded>
  );
}

function NewestAlarms({ max, title }: { readonly max: number; readonly title: string }) {
  useRefreshOnAlarm(["listAlarms"]);
  const result = useCall("listAlarms", { query: { state: "all", limit: max } });
  return (
    <Loaded result={result} shape="rows">
      {({ items }) => <AlarmList title={title} alarms={items} none={noAlarmsYet} />}
    </Loaded>
  );
}
