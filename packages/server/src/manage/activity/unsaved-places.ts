import type { ControlReader } from "../../control/control-store.ts";
import type { ReceiptQueries } from "../../store/receipt-queries.ts";
import type { NamedRow } from "../record-origins.ts";
import { type FateOrigin, FateOrigins } from "./fate-origins.ts";
import { type NamedSensor, UnsavedViews } from "./unsaved-views.ts";

/** Where readings leave their chain unsaved: an output without a wire, or a node that takes too much time for them. */
export interface UnsavedPlace extends FateOrigin {
  readonly cause: "not_saved" | "too_expensive";
  readonly output: string | null;
  /** Whose readings were lost there. */
  readonly devices: number;
  /** One of the last of these readings. */
  readonly last: {
    readonly atMs: number;
    readonly device: NamedRow | null;
    readonly sensor: NamedSensor | null;
    readonly value: number;
  };
}

/** Devices and ends that are looked at; counting devices stops there. */
const endsMax = 5000;

/**
 * Where readings of an account were lost since then, the last first. A chain that was published since is left out until it
 * loses a reading again: whoever has mended it should not be told of what is over.
 */
export function unsavedPlaces(
  control: ControlReader,
  receipts: Pick<ReceiptQueries, "unsavedEnds">,
  { accountId, sinceMs }: { readonly accountId: number; readonly sinceMs: number },
): UnsavedPlace[] {
  const versions = publishedVersions(control, accountId);
  const ends = receipts
    .unsavedEnds(accountId, sinceMs, endsMax)
    .filter(({ fate, chainId, chainVersion }) => fate !== "dead" && versions.get(chainId) === chainVersion);
  const origins = new FateOrigins(control);
  const views = new UnsavedViews(control);
  return [...Map.groupBy(ends, placeOf).values()].map((alike) => {
    const { sensorId, value, deviceId, lastMs: atMs, output, fate } = alike[0]!;
    const cause = fate === "too_expensive" ? fate : "not_saved";
    const last = { atMs, device: deviceOf(control, deviceId), sensor: views.sensor(sensorId), value };
    const devices = new Set(alike.map((end) => end.deviceId)).size;
    return { ...origins.of(alike[0]!), cause, output, devices, last };
  });
}

type UnsavedEnd = ReturnType<ReceiptQueries["unsavedEnds"]>[number];

function placeOf({ fate, chainId, nodeId, output }: UnsavedEnd): string {
  return JSON.stringify([fate, chainId, nodeId, output]);
}

function publishedVersions({ database }: ControlReader, accountId: number): Map<number, number | null> {
  const select = "SELECT id, published_version FROM chains WHERE account_id = ?";
  return new Map(database.query(select).values(accountId) as [number, number | null][]);
}

function deviceOf({ database }: ControlReader, deviceId: number): NamedRow | null {
  const select = "SELECT uuid, name FROM devices WHERE id = ?";
  return database.query<NamedRow, [number]>(select).get(deviceId);
}
