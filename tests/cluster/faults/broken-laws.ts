import type { StoredRow } from "../../crash/ledger.ts";
import type { OrderedLoad } from "./ordered-load.ts";
import { disorder } from "./processing-order.ts";

const namedMax = 3;
const lostLaw = "lost (acknowledged and not stored)";
const disorderLaw = "processed out of order or too often";

/** Whether the promise is broken also if acknowledged readings were lost and nothing else happened. */
export function isOfLoss(law: string): boolean {
  return law.startsWith(lostLaw) || law.startsWith(disorderLaw);
}

/** The broken promises in words, a few of each kind at most. `rows` are those of all sensors of the load's devices. */
export function brokenLaws(load: OrderedLoad, rows: readonly StoredRow[]): string[] {
  const numbered = new Set(load.senders.map(({ device }) => device.device.sensors[0]!.id));
  const findings = load.ledger.compare(rows.filter(({ sensorId }) => numbered.has(sensorId)));
  return [
    ...some(lostLaw, [...findings.lost, ...findings.falseDuplicates]),
    ...some("stored twice", findings.storedTwice),
    ...some("altered", findings.altered),
    ...some("stored and never sent", findings.neverSent),
    ...some(disorderLaw, disorderOf(load, rows)),
    ...some("answered with something that does not ask for a repeat", load.problems),
  ];
}

function disorderOf(load: OrderedLoad, rows: readonly StoredRow[]): string[] {
  const bySensor = Map.groupBy(rows, ({ sensorId }) => sensorId);
  return load.senders.flatMap(({ device, firstNth }) => {
    const { valuesFrom, sent } = device;
    const [sensor, steps] = device.device.sensors;
    const atUs = new Map(load.ledger.acknowledged().map((reading) => [reading.value, reading.atUs]));
    const nthAt = new Map(
      Array.from({ length: sent - firstNth + 1 }, (_, index) => firstNth + index).map((nth) => [
        atUs.get(valuesFrom + nth),
        nth,
      ]),
    );
    const processed = (bySensor.get(steps!.id) ?? []).map((row) => ({
      nth: nthAt.get(row.atUs) ?? Number.NaN,
      step: row.value,
    }));
    const timesSent = (nth: number) => load.timesSent(valuesFrom + nth);
    return disorder({ first: firstNth, last: sent, timesSent }, processed).map(
      (text) => `sensor ${sensor!.uuid}: ${text}`,
    );
  });
}

/** A broken promise with the first few cases of it, or nothing. */
export function some(what: string, found: readonly string[]): string[] {
  if (found.length === 0) return [];
  return [`${what}, ${found.length} of them: ${found.slice(0, namedMax).join("; ")}`];
}
