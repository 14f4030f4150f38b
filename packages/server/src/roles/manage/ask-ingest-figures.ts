import type { Bus } from "../../bus/bus.ts";
import type { IngestFigures } from "../../bus/messages.ts";

const nobodyThere: IngestFigures = {
  ...{ isReady: false, devices: 0, identities: 0, connections: 0, heldBytes: 0, metrics: "" },
};

/** How the ingest process is doing; while it is away, that it accepts nothing. */
export function askIngestFigures(bus: Pick<Bus, "ask">, timeoutMs: number): Promise<IngestFigures> {
  return bus.ask("ingest", { kind: "figures" }, { timeoutMs }).catch(() => nobodyThere);
}
