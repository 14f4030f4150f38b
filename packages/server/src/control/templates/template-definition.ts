import type { SilenceAlarm } from "@weir/protocol/closed-sets";
import type { ContractName, Handling } from "@weir/protocol/contracts";
import type { SensorRetention } from "../retention/retention.ts";

/** A sensor of a template. Its slug tells which sensor of a device it is. */
export interface TemplateSensor {
  readonly slug: string;
  readonly name: string;
  readonly type: string | null;
  readonly unit: string | null;
  /** UUID; null leaves it to the device. */
  readonly chain: string | null;
  readonly retention_days: SensorRetention;
}

/** What the device itself takes from a template. */
export interface TemplateSettings {
  /** UUID; null leaves it to the group or the account. */
  readonly chain: string | null;
  /** Null leaves it to the server when a device is created, and to the device afterwards. */
  readonly contract: ContractName | null;
  readonly handling: Handling;
  readonly expected_interval_s: number | null;
  readonly silence_alarm: SilenceAlarm | null;
}

/** What devices follow. Every change of it is a version. */
export interface TemplateDefinition extends TemplateSettings {
  /** Whether alert rules judge readings of a wrong clock by their arrival. Definitions of earlier versions leave it out. */
  readonly judge_by_arrival?: boolean;
  readonly sensors: readonly TemplateSensor[];
}
