import { bytesText, countText } from "../../format/number.ts";
import type { Limit } from "./limit.ts";

interface LimitWords {
  readonly label: string;
  readonly help: string;
}

/** The name of each limit, and what happens when it is reached. */
export const limitWords: Readonly<Record<Limit["name"], LimitWords>> = {
  devices: { label: "Devices", help: "At the limit, no more devices can be created." },
  sensors: { label: "Sensors", help: "Across all devices. At the limit, no more sensors can be added." },
  control_bytes: {
    label: "Texts, pictures and files",
    help: "Everything you enter or upload for devices, sensors, boards and rule chains, including all versions. At the limit, nothing that adds to it is saved.",
  },
  audit_entries: { label: "Audit log entries", help: "Above the limit, the oldest entries are deleted." },
  quarantined_readings: {
    label: "Quarantined readings",
    help: "Above the limit, the oldest readings in quarantine are deleted.",
  },
  traces: { label: "Traces", help: "Above the limit, the oldest traces are deleted." },
  mails_today: {
    label: "Emails today",
    help: "Emails that rule chains sent since 00:00 UTC. Above the limit, further emails wait until the next day.",
  },
  live_streams: {
    label: "Live streams",
    help: "Open dashboard pages and connected programs. Above the limit, new ones are refused.",
  },
  chain_checks: {
    label: "Rule chain checks",
    help: "Checks, dry runs and replays in progress. Above the limit, new ones are refused.",
  },
  chain_check_seconds: {
    label: "Rule chain check time",
    help: "Seconds spent on checks, dry runs and replays in this minute. Above the limit, more have to wait.",
  },
  stored_readings: {
    label: "Stored readings",
    help: "Above the limit, devices get 503 and try again later. Readings are counted every few seconds.",
  },
  processing_share: {
    label: "Processing time",
    help: "Share of recent time spent on this account’s readings. Above the limit, the rest wait until other accounts have had their turn.",
  },
  queue_bytes: {
    label: "Unprocessed readings",
    help: "Readings waiting to be processed. Above the limit, devices get 503 and try again later.",
  },
  server_queue_bytes: {
    label: "Queue",
    help: "Readings of all accounts waiting to be processed. When the queue is full, devices get 503 and try again later.",
  },
  server_parked_bytes: {
    label: "Readings waiting for their turn",
    help: "Readings of accounts that send more than can be processed in their share of time. Above the limit, devices of these accounts get 503 and try again later.",
  },
  identities: {
    label: "Known readings",
    help: "Kept in memory to recognize duplicates. Above the limit, older ones are looked up in the store.",
  },
  server_identities: {
    label: "Known readings",
    help: "Readings of all accounts that are kept in memory to recognize duplicates. Older ones are looked up in the store.",
  },
};

export function limitText(name: Limit["name"], amount: number): string {
  if (name.endsWith("_bytes")) return bytesText(amount);
  if (name === "processing_share") return `${countText(amount)} %`;
  if (name === "chain_check_seconds") return `${countText(amount)} s`;
  return countText(amount);
}
