import type { UnsavedFate } from "@weir/protocol/closed-sets";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { ControlReader } from "../../control/control.ts";
import { findSensorName, type NamedSensor } from "../../control/sensors/sensor-names.ts";
import { type FateOrigin, FateOrigins } from "./fate-origins.ts";
import { type OutcomeSources, unsavedReadingsOf } from "./unsaved-readings.ts";

/** Lost readings of a request as people see them. */
export interface UnsavedView {
  readonly notSaved: number;
  readonly failed: number;
  readonly first: FateOrigin & {
    readonly fate: UnsavedFate;
    readonly output: string | null;
    /** Null, as is the value, if the reading is no longer kept. The sensor is also null if it was removed since. */
    readonly sensor: NamedSensor | null;
    readonly value: number | null;
  };
}

/** Looks up each chain, node and sensor once, however many requests lost readings there. */
export class UnsavedViews {
  readonly #control: ControlReader;
  readonly #origins: FateOrigins;
  readonly #sensors = new Map<number, NamedSensor | null>();

  constructor(control: ControlReader) {
    this.#control = control;
    this.#origins = new FateOrigins(control);
  }

  async of(record: ActivityRecord, sources: OutcomeSources): Promise<UnsavedView | null> {
    const unsaved = await unsavedReadingsOf(record, sources);
    if (unsaved === null) return null;
    const { notSaved, failed, first } = unsaved;
    const { sensorId, value, output } = first;
    const fate = first.fate === "dead" ? "dead" : "ended";
    const sensor = sensorId === null ? null : await this.sensor(sensorId);
    return { notSaved, failed, first: { ...(await this.#origins.of(first)), fate, output, sensor, value } };
  }

  async sensor(sensorId: number): Promise<NamedSensor | null> {
    let sensor = this.#sensors.get(sensorId);
    if (sensor === undefined) {
      sensor = await findSensorName(this.#control.db, sensorId);
      this.#sensors.set(sensorId, sensor);
    }
    return sensor;
  }
}
