import { severities as allSeverities } from "@weir/protocol/closed-sets";
import { useCall } from "../../../api/queries.ts";
import { useRefreshOnAlarm } from "../../../api/use-refresh-on-alarm.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import type { TileOf } from "../model/board.ts";
import { AlarmList } from "./alarm-list.tsx";

const askedMax = 100;

/** The active alarms of some severities, the newest first. */
export function AlarmsTile({
  tile: { settings },
  title,
}: {
  readonly tile: TileOf<"alarms">;
  readonly title: string;
}) {
  const { severities, max } = settings;
  const [only] = severities;
  const areAll = severities.length === allSeverities.length;
  useRefreshOnAlarm(["listAlarms"]);
  const result = useCall("listAlarms", {
    query: {
      state: "active",
      // One or all severities can be asked for. Of two, one may be left out here.
      ...(severities.length === 1 && only !== undefined ? { severity: only } : {}),
      limit: areAll || severities.length === 1 ? max : askedMax,
    },
  });
  return (
    <Loaded result={result} shape="rows">
      {({ items }) => (
        <AlarmList
          title={title}
          alarms={items.filter(({ severity }) => severities.includes(severity)).slice(0, max)}
        />
      )}
    </Loaded>
  );
}
