import type { Bus } from "../../bus/bus.ts";
import type { IngestFigures } from "../../bus/messages.ts";

/** The figures of ingest, which are null if they are unknown. */
export type FoundFigures = Omit<IngestFigures, "devices" | "identities"> & {
  readonly [Figure in "devices" | "identities"]: number | null;
};

const nobodyThere: FoundFigures = {
  isReady: false,
  devices: null,
  identities: null,
  connections: 0,
  heldBytes: 0,
  metrics: "",
};

/** The state of the ingest process. While it is away, the figures are unknown, and it accepts nothing. */
export function askIngestFigures(bus: Pick<Bus, "ask">, timeoutMs: number): Promise<FoundFigures> {
  return bus.ask("ingest", { kind: "figures" }, { timeoutMs }).catch(() => nobodyThere);
}
