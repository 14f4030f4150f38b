import type { QuarantineMode } from "@weir/protocol/closed-sets";
import type { ContractName, Handling } from "@weir/protocol/contracts";
import { sql } from "kysely";
import type { ControlData, ControlReader } from "../control.ts";
import { type Sensor, sensorsOf } from "../sensors/sensor-records.ts";
import { type DeviceNotes, notesOf } from "./device-notes.ts";
import type { ExpectationSettings, ExpectationsByLevel } from "./expectation-settings.ts";
import { modeOf } from "./quarantine-columns.ts";

/** A device as people see and edit it. */
export interface Device extends ExpectationSettings, DeviceNotes {
  readonly id: number;
  readonly uuid: string;
  readonly account: { readonly uuid: string; readonly name: string };
  readonly group: string | null;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly contract: ContractName;
  readonly handling: Handling;
  /** Whether its rejected readings are kept now, so that they can be submitted again. */
  readonly quarantine: boolean;
  readonly quarantineMode: QuarantineMode;
  /** Its own chain; null if that of its group or account applies. */
  readonly chain: { readonly uuid: string; readonly name: string } | null;
  /** Its own settings, and those that apply where it has none. */
  readonly expectations: ExpectationsByLevel;
  /** The version is the one that the device has, if it follows the template. */
  readonly template: {
    readonly id: number;
    readonly uuid: string;
    readonly name: string;
    readonly version: number;
    /** UUID of its board. */
    readonly board: string | null;
  } | null;
  readonly followsTemplate: boolean;
  readonly tokenCreatedAt: number;
  readonly createdAt: number;
  /** When its picture was stored; null if it has none. */
  readonly pictureAt: number | null;
  readonly sensorCount: number;
}

export interface DeviceWithSensors extends Device {
  readonly sensors: readonly Sensor[];
}

/** A query of this many takes about two milliseconds. Work gives way between queries. */
const devicesPerQuery = 200;

/** Returns the devices that exist, in the order of the ids. */
export async function readDevices(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  ids: readonly number[],
): Promise<Device[]> {
  const byId = new Map<number, Device>();
  for (let start = 0; start < ids.length; start += devicesPerQuery) {
    const some = ids.slice(start, start + devicesPerQuery);
    const rows = await selectDevices(db).where("devices.id", "in", dialect.listed(some)).execute();
    for (const row of rows) byId.set(row.id, toDevice(row));
  }
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The device must exist. */
export async function readDevice(db: ControlData, deviceId: number): Promise<DeviceWithSensors> {
  const row = await selectDevices(db).where("devices.id", "=", deviceId).executeTakeFirstOrThrow();
  return { ...toDevice(row), sensors: await sensorsOf(db, deviceId) };
}

function selectDevices(db: ControlData) {
  return db
    .selectFrom("devices")
    .innerJoin("accounts", "accounts.id", "devices.account_id")
    .leftJoin("device_groups", "device_groups.id", "devices.group_id")
    .leftJoin("chains", "chains.id", "devices.chain_id")
    .leftJoin("device_pictures", "device_pictures.device_id", "devices.id")
    .leftJoin("device_templates", "device_templates.id", "devices.template_id")
    .leftJoin("boards", "boards.id", "device_templates.board_id")
    .select([
      "devices.id",
      "devices.uuid",
      "accounts.uuid as accountUuid",
      "accounts.name as accountName",
      "device_groups.name as group",
      "devices.name",
      "devices.description",
      "devices.enabled",
      "devices.contract",
      "devices.handling",
      "devices.quarantine",
      "devices.quarantine_auto_since",
      "chains.uuid as chainUuid",
      "chains.name as chainName",
      "devices.template_id as templateId",
      "devices.template_version as templateVersion",
      "devices.follows_template as followsTemplate",
      "device_templates.uuid as templateUuid",
      "device_templates.name as templateName",
      "boards.uuid as templateBoard",
      "devices.expected_interval_s as expectedIntervalS",
      "devices.silence_alarm as silenceAlarm",
      "device_groups.expected_interval_s as groupIntervalS",
      "device_groups.silence_alarm as groupSilenceAlarm",
      "accounts.expected_interval_s as accountIntervalS",
      "accounts.silence_alarm as accountSilenceAlarm",
      "devices.tags",
      "devices.attributes",
      "devices.latitude",
      "devices.longitude",
      "devices.location_label",
      "devices.notes",
      "devices.token_created_at as tokenCreatedAt",
      "devices.created_at as createdAt",
      "device_pictures.updated_at as pictureAt",
      sql<number>`(SELECT count(*) FROM sensors WHERE device_id = devices.id)`.as("sensorCount"),
    ]);
}

type DescribedRow = Awaited<ReturnType<ReturnType<typeof selectDevices>["executeTakeFirstOrThrow"]>>;

function toDevice({
  accountUuid,
  accountName,
  chainUuid,
  chainName,
  templateId,
  templateVersion,
  followsTemplate,
  templateUuid,
  templateName,
  templateBoard,
  enabled,
  quarantine,
  quarantine_auto_since,
  groupIntervalS,
  groupSilenceAlarm,
  accountIntervalS,
  accountSilenceAlarm,
  tags,
  attributes,
  latitude,
  longitude,
  location_label,
  notes,
  ...row
}: DescribedRow): Device {
  return {
    ...row,
    ...notesOf({ tags, attributes, latitude, longitude, location_label, notes }),
    account: { uuid: accountUuid, name: accountName },
    chain: chainUuid === null || chainName === null ? null : { uuid: chainUuid, name: chainName },
    template:
      templateId === null || templateUuid === null || templateName === null
        ? null
        : {
            id: templateId,
            uuid: templateUuid,
            name: templateName,
            version: templateVersion ?? 0,
            board: templateBoard,
          },
    followsTemplate: followsTemplate === 1,
    enabled: enabled === 1,
    quarantine: quarantine === 1,
    quarantineMode: modeOf({ quarantine, quarantine_auto_since }),
    expectations: {
      device: { expectedIntervalS: row.expectedIntervalS, silenceAlarm: row.silenceAlarm },
      group: { expectedIntervalS: groupIntervalS, silenceAlarm: groupSilenceAlarm },
      account: { expectedIntervalS: accountIntervalS, silenceAlarm: accountSilenceAlarm },
    },
  };
}
