import { type Command, InvalidArgumentError } from "commander";
import { CommandFailure, usageExit } from "./failure.ts";

/** The target of an assignment, as it is named on the command line. */
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

/** The target as the API takes it. Without any, it is the account itself. */
interface NamedTarget {
  readonly sensor?: string;
  readonly device?: string;
  readonly group?: string;
}

export function takeTargets(command: Command): Command {
  return command
    .option(
      "--sensor <device/slug>",
      "A sensor, as the UUID of its device, a slash and its slug",
      parseSensor,
    )
    .option("--device <uuid>", "All sensors of a device that have no chain of their own")
    .option("--group <name>", "All devices of a group that have no chain of their own");
}

export function parseSensor(text: string): SensorPath {
  const [device, sensor, ...rest] = text.split("/");
  if (device && sensor && rest.length === 0) return { device, sensor };
  throw new InvalidArgumentError("It must be the UUID of a device, a slash and the slug of its sensor.");
}

/** The target that was named. */
export function targetOf({ sensor, device, group, default: isDefault }: TargetOptions): NamedTarget {
  const named: NamedTarget[] = [];
  if (sensor !== undefined) named.push(sensor);
  if (device !== undefined) named.push({ device });
  if (group !== undefined) named.push({ group });
  if (isDefault) named.push({});
  const [target] = named;
  if (target !== undefined && named.length === 1) return target;
  throw new CommandFailure("usage", "Give exactly one of a sensor, a device or a group.", usageExit);
}

export function describeTarget({ sensor, device, group }: NamedTarget): string {
  if (sensor !== undefined) return `sensor ${sensor} of device ${device}`;
  if (device !== undefined) return `device ${device}`;
  return group === undefined ? "the account, as its default" : `group ${group}`;
}
