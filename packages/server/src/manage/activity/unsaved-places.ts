import { publishedChains } from "../../control/chains/chain-versions.ts";
import type { ControlReader } from "../../control/control.ts";
import { findNamed, type NamedRow } from "../../control/named-rows.ts";
import type { NamedSensor } from "../../control/sensors/sensor-names.ts";
import type { ReceiptQueries } from "../../store/receipts/queries.ts";
import { type FateOrigin, FateOrigins } from "./fate-origins.ts";
import { UnsavedViews } from "./unsaved-views.ts";

/** A place where readings leave their chain unsaved: an output without a wire, or a node that takes too long. */
export interface UnsavedPlace extends FateOrigin {
  readonly cause: "not_saved" | "too_expensive";
  readonly output: string | null;
  /** The devices whose readings were lost there. */
  readonly devices: number;
  /** One of the last of these readings. */
  readonly last: {
    readonly atMs: number;
    readonly device: NamedRow | null;
    readonly sensor: NamedSensor | null;
    readonly value: number;
  };
}

/** Devices and ends that are looked at. Counting devices stops there. */
const endsMax = 5000;

/**
 * Where readings of an account were lost since a time, the last first. A chain that was published since is left out
 * until it loses a reading again, because the problem may be fixed.
 */
export async function unsavedPlaces(
  control: ControlReader,
  receipts: Pick<ReceiptQueries, "unsavedEnds">,
  { accountId, sinceMs }: { readonly accountId: number; readonly sinceMs: number },
): Promise<UnsavedPlace[]> {
  const published = await publishedChains(control.db, accountId);
  const versions = new Map(published.map(({ id, version }) => [id, version]));
  const lost = await receipts.unsavedEnds(accountId, sinceMs, endsMax);
  const ends = lost.filter(
    ({ fate, chainId, chainVersion }) => fate !== "dead" && versions.get(chainId) === chainVersion,
  );
  const origins = new FateOrigins(control);
  const views = new UnsavedViews(control);
  const places: UnsavedPlace[] = [];
  for (const alike of Map.groupBy(ends, placeOf).values()) {
    const { sensorId, value, deviceId, lastMs: atMs, output, fate } = alike[0]!;
    const cause = fate === "too_expensive" ? fate : "not_saved";
    const device = await findNamed(control.db, "devices", deviceId);
    const last = { atMs, device, sensor: await views.sensor(sensorId), value };
    const devices = new Set(alike.map((end) => end.deviceId)).size;
    places.push({ ...(await origins.of(alike[0]!)), cause, output, devices, last });
  }
  return places;
}

type UnsavedEnd = Awaited<ReturnType<ReceiptQueries["unsavedEnds"]>>[number];

function placeOf({ fate, chainId, nodeId, output }: UnsavedEnd): string {
  return JSON.stringify([fate, chainId, nodeId, output]);
}
