import { useCallback, useRef, useState } from "react";
import type { ListedDevice } from "./use-connections.ts";

/** Devices that are chosen for something, by UUID and as they were when they were chosen. */
export interface Selection {
  readonly devices: ReadonlyMap<string, ListedDevice>;
  /** With `isRange`, everything between this one and the one before too. */
  readonly toggle: (uuid: string, isRange: boolean) => void;
  readonly set: (devices: readonly ListedDevice[]) => void;
  readonly clear: () => void;
}

/** `order` is the list as it is shown. */
export function useSelection(order: readonly ListedDevice[]): Selection {
  const [devices, setDevices] = useState<ReadonlyMap<string, ListedDevice>>(() => new Map());
  const last = useRef<string | null>(null);
  const shown = useRef(order);
  shown.current = order;
  const toggle = useCallback((uuid: string, isRange: boolean) => {
    const to = shown.current.findIndex((device) => device.uuid === uuid);
    const before = isRange ? shown.current.findIndex((device) => device.uuid === last.current) : to;
    const from = before < 0 ? to : before;
    const touched = shown.current.slice(Math.min(from, to), Math.max(from, to) + 1);
    last.current = uuid;
    setDevices((chosen) => {
      const after = new Map(chosen);
      const isOn = !chosen.has(uuid);
      for (const device of touched) {
        if (isOn) after.set(device.uuid, device);
        else after.delete(device.uuid);
      }
      return after;
    });
  }, []);
  const set = useCallback(
    (chosen: readonly ListedDevice[]) => setDevices(new Map(chosen.map((device) => [device.uuid, device]))),
    [],
  );
  const clear = useCallback(() => setDevices(new Map()), []);
  return { devices, toggle, set, clear };
}
