import type { Command } from "commander";

/** Which alarms, dead letters or messages: those of a device, sensor or chain. */
export interface RecordFilterOptions {
  readonly device?: string;
  readonly sensor?: string;
  readonly chain?: string;
}

export function takeRecordFilter(command: Command): Command {
  return command
    .option("--device <uuid>", "Only those of this device")
    .option("--sensor <sensor>", "Only those of this sensor: its UUID or, with --device, its slug")
    .option("--chain <chain>", "Only those of this chain (name or UUID)");
}

/** For what is left behind by any kind of node. */
export interface NodeFilterOptions extends RecordFilterOptions {
  readonly node?: string;
}

export function takeNodeFilter(command: Command): Command {
  return takeRecordFilter(command).option("--node <id>", "Only those of this node");
}
