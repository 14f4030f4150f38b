import { type Command, InvalidArgumentError } from "commander";
import type { ChainTarget } from "../manage/chains/chain-assignment.ts";
import { CommandFailure, usageExit } from "./failure.ts";

/** What a chain is assigned to, as it is named on the command line. */
export interface TargetOptions {
  readonly sensor?: SensorPath;
  readonly device?: string;
  readonly group?: string;
  readonly default?: true;
}

export interface SensorPath {
  readonly device: string;
  readonly sensor: string;
}

export function takeTargets(command: Command): Command {
  return command
    .option("--sensor <device/slug>", "A sensor: its device's UUID, a slash, its slug", parseSensor)
    .option("--device <uuid>", "All sensors of a device that have no chain of their own")
    .option("--group <name>", "All devices of a group that have no chain of their own");
}

export function parseSensor(text: string): SensorPath {
  const [device, sensor, ...rest] = text.split("/");
  if (device && sensor && rest.length === 0) return { device, sensor };
  throw new InvalidArgumentError("It must be the UUID of a device, a slash, and the slug of its sensor.");
}

/** The one that was named. */
export function targetOf({ sensor, device, group, default: isDefault }: TargetOptions): ChainTarget {
  const named: ChainTarget[] = [];
  if (sensor !== undefined) named.push({ kind: "sensor", ...sensor });
  if (device !== undefined) named.push({ kind: "device", device });
  if (group !== undefined) named.push({ kind: "group", group });
  if (isDefault) named.push({ kind: "default" });
  const [target] = named;
  if (target !== undefined && named.length === 1) return target;
  throw new CommandFailure("usage", "Name one of what it is about: a sensor, a device, a group.", usageExit);
}

export function describeTarget(target: ChainTarget): string {
  switch (target.kind) {
    case "sensor":
      return `sensor ${target.sensor} of device ${target.device}`;
    case "device":
      return `device ${target.device}`;
    case "group":
      return `group ${target.group}`;
    case "default":
      return "the account, as its default";
  }
}

export function targetToJson(target: ChainTarget) {
  switch (target.kind) {
    case "sensor":
      return { device_uuid: target.device, sensor: target.sensor };
    case "device":
      return { device_uuid: target.device };
    case "group":
      return { group: target.group };
    case "default":
      return { default: true };
  }
}
