import { useSyncExternalStore } from "react";

/** Whose readings a chain is tried with. The panels share it, and it outlives them. */
export interface TrialSensor {
  readonly device: string | null;
  readonly sensor: string | null;
}

let chosen: TrialSensor = { device: null, sensor: null };
const watchers = new Set<() => void>();

export function chooseTrialSensor(sensor: TrialSensor): void {
  chosen = sensor;
  for (const act of watchers) act();
}

export function useTrialSensor(): TrialSensor {
  return useSyncExternalStore(watch, () => chosen);
}

function watch(act: () => void): () => void {
  watchers.add(act);
  return () => watchers.delete(act);
}
