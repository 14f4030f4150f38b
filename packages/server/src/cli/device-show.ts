import type { QuarantineMode } from "@weir/protocol/closed-sets";
import type { CallAnswer } from "@weir/protocol/manage/calls";
import { durationInWords } from "../platform/times-in-words.ts";
import type { AccountName, ItemOf } from "./client/api-client.ts";
import { apiCommand } from "./derived/api-command.ts";
import { exampleUuid } from "./example.ts";
import { attributesInWords } from "./note-options.ts";
import { printable } from "./output.ts";
import { formatFields, formatTable, shortTime } from "./table.ts";

export const deviceShow = apiCommand({
  take: (command) => command.argument("<device>", "UUID of the device"),
  examples: [`weir device show ${exampleUuid}`],
  async call(api, [uuid]: [string]) {
    const { params, account } = await api.placeOfDevice(uuid);
    await api.awaitAccepted();
    const device = await api.call("showDevice", { params });
    return { device, account, sensors: await api.items("listSensors", { params }) };
  },
  json: ({ device, account, sensors }) => ({ ...device, account: account.name, sensors }),
  text: toText,
});

type Device = CallAnswer<"showDevice">;

interface DeviceView {
  readonly device: Device;
  readonly account: AccountName;
  readonly sensors: readonly ItemOf<"listSensors">[];
}

const quarantineTexts: Readonly<Record<QuarantineMode, string>> = {
  automatic: "rejected readings are kept until the first day without rejections",
  on: "rejected readings are kept",
  off: "off",
};

const statusTexts: Readonly<Record<Device["status"], string>> = {
  online: "online",
  offline: "offline",
  never_seen: "never connected",
};

function toText({ device, account, sensors }: DeviceView): string {
  const { battery, expectation } = device;
  const fields = formatFields([
    ["Device", device.uuid],
    ["Name", printable(device.name)],
    ["Description", printable(device.description) || "-"],
    ["Account", printable(account.name)],
    ["Group", printable(device.group ?? "-")],
    ["Template", templateInWords(device)],
    ["Tags", device.tags.join(", ") || "-"],
    ["Attributes", printable(attributesInWords(device.attributes)) || "-"],
    ["Location", locationInWords(device.location)],
    ["Notes", printable(device.notes) || "-"],
    ["State", device.enabled ? "enabled" : "disabled"],
    ["Contract", device.contract],
    ["Handling", device.handling],
    ["Quarantine", quarantineTexts[device.quarantine_mode]],
    ["Expected", expectationInWords(expectation)],
    ["Silence alarm", silenceAlarmInWords(expectation)],
    ["Status", statusTexts[device.status]],
    ["Last connected", shortTime(device.last_connected)],
    ["Battery", battery === null ? "No data" : `${battery.volts} V`],
  ]);
  if (sensors.length === 0) return `${fields}\n\nNo sensors.`;
  const rows = sensors.map(({ slug, uuid, name, unit, latest }) => [
    slug,
    uuid,
    printable(name),
    latest == null ? "No data" : printable(`${latest.value}${unit === null ? "" : ` ${unit}`}`),
    latest == null ? "No data" : shortTime(latest.at),
  ]);
  return `${fields}\n\n${formatTable(["SENSOR", "UUID", "NAME", "CURRENT VALUE", "LAST UPDATED"], rows)}`;
}

/** `52.52, 13.405 (Roof, building 4)`. */
function locationInWords(location: Device["location"]): string {
  if (location === null) return "-";
  const { latitude, longitude, label } = location;
  return `${latitude}, ${longitude}${label === "" ? "" : ` (${printable(label)})`}`;
}

type Expectation = Device["expectation"];

const sources: Readonly<Record<Expectation["source"], string>> = {
  device: "set for the device",
  group: "set for its group",
  account: "set for the account",
  learned: "learned",
  default: "not known",
};

/** `every 5 min (learned), offline after 15 min without a request`. */
function expectationInWords(expectation: Expectation): string {
  const { interval_s: intervalS, source, offline_after_s: offlineAfterS } = expectation;
  const offline = `offline after ${durationInWords(offlineAfterS * 1000)} without a request`;
  if (intervalS === null) return `not known yet, ${offline}`;
  return `every ${durationInWords(intervalS * 1000)} (${sources[source]}), ${offline}`;
}

/** `warning (set for its group)`. */
function silenceAlarmInWords({ silence_alarm: alarm, silence_alarm_source: source }: Expectation): string {
  return source === "default" ? "off" : `${alarm} (${sources[source]})`;
}

function templateInWords({ template, follows_template: follows }: Device): string {
  if (template === null) return "-";
  return `${printable(template.name)}${follows ? "" : ", whose changes it does not follow"}`;
}
