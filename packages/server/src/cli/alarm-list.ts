import { type Severity, severities } from "@weir/rule-engine/chain-host";
import { type Command, Option } from "commander";
import { alarmToJson } from "../manage/alarms/alarm-json.ts";
import { type AlarmFilter, alarmFilters, listAlarms } from "../manage/alarms/alarms.ts";
import { alarmsToTable } from "./alarm-output.ts";
import { effectiveConfig } from "./command-options.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { type RecordFilterOptions, takeRecordFilter } from "./record-filter-options.ts";
import { originToJson } from "./record-output.ts";
import {
  continuation,
  type PagingOptions,
  type RecordOptions,
  readRecords,
  takePaging,
  takeRecordOptions,
} from "./record-scope.ts";

interface ListOptions extends RecordOptions, PagingOptions, RecordFilterOptions {
  readonly state: AlarmFilter;
  readonly severity?: Severity;
}

export function defineAlarmList(command: Command): void {
  command.description(
    "List alarms that chains have raised, the newest first: those that are active, unless told.",
  );
  command
    .addOption(
      new Option(
        "--state <state>",
        "active (acknowledged or not), unacknowledged, acknowledged, cleared or all",
      )
        .choices(alarmFilters)
        .default("active"),
    )
    .addOption(new Option("--severity <severity>", "Only those of this severity").choices(severities));
  takeRecordOptions(takePaging(takeRecordFilter(command)));
  showExamples(
    command,
    "weir alarm list",
    "weir alarm list --state all --severity critical",
    `weir alarm list --device ${exampleUuid} --sensor temperature --json`,
  );
  command.action(async (options: ListOptions) => {
    const { config } = effectiveConfig(command);
    const { state, severity, device, sensor, chain, limit, before: beforeId } = options;
    const alarms = await readRecords(config, options, async (reader) =>
      valueOrFail(await listAlarms(reader, { state, severity, device, sensor, chain, limit, beforeId })),
    );
    if (options.json) printJson(alarms.map((alarm) => alarmToJson(alarm, originToJson)));
    else if (alarms.length === 0) print(noAlarms(state));
    else print([alarmsToTable(alarms), ...continuation(alarms, limit)].join("\n"));
  });
}

function noAlarms(state: AlarmFilter): string {
  const which = state === "all" ? "" : `${state} `;
  return `No ${which}alarms. Chains raise them: weir chain nodes raise-alarm`;
}
