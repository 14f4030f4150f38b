import type { Bus } from "../../bus/bus.ts";
import type { Position } from "../../queue/position.ts";
import type { FoundReadings, WantedReadings } from "../../store/wanted-readings.ts";

/** Says which of these readings are stored. */
export type FindStored = (readings: WantedReadings, position: Position) => Promise<FoundReadings>;

/** Asks the processor. What memory has forgotten may still wait to be processed, so that comes first. */
export function findStoredBy(bus: Pick<Bus, "ask">): FindStored {
  return async (readings, position) => {
    await bus.ask("process", { kind: "flush", position });
    return bus.ask("process", { kind: "find readings", readings });
  };
}
