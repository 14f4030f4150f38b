import { giveWay } from "../../platform/give-way.ts";
import type { ControlReader } from "../control.ts";

/** Enough for the largest fleets that people search by name, and little enough for one request. */
const searchedMax = 50_000;
/** What is read at once, so that others do not wait long for their turn. */
const devicesPerStep = 256;
const sensorsPerStep = 5000;
const wordsMax = 8;

interface FoundSensor {
  readonly uuid: string;
  readonly slug: string;
  readonly name: string;
  readonly type: string | null;
  readonly unit: string | null;
  readonly deviceUuid: string;
  readonly deviceName: string;
}

/**
 * Returns up to `limit` sensors of an account whose own or device's name contains every word. Walks over the devices of the
 * account from the newest, in steps, so that rows of other accounts cost nothing and other work gets its turn. It ends after
 * `searchedMax` sensors.
 */
export async function searchSensors(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  accountId: number,
  { search, limit }: { readonly search: string; readonly limit: number },
): Promise<readonly FoundSensor[]> {
  const words = search.trim().split(/\s+/).slice(0, wordsMax);
  const found: FoundSensor[] = [];
  let searched = 0;
  let beforeId = Number.MAX_SAFE_INTEGER;
  let taken = devicesPerStep;
  while (found.length < limit && searched < searchedMax) {
    await giveWay();
    const devices = await db
      .selectFrom("devices")
      .select("id")
      .where("account_id", "=", accountId)
      .where("id", "<", beforeId)
      .orderBy("id", "desc")
      .limit(taken)
      .execute();
    if (devices.length === 0) break;
    const ids = dialect.listed(devices.map(({ id }) => id));
    const some = db.selectFrom("sensors").where("device_id", "in", ids).limit(sensorsPerStep);
    const { count } = await db
      .selectFrom(some.select("id").as("some"))
      .select((of) => of.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    searched += count;
    if (count === sensorsPerStep && devices.length > 1) {
      // These devices have many sensors. Fewer are read at once.
      taken = Math.ceil(devices.length / 2);
      continue;
    }
    beforeId = devices.at(-1)!.id;
    const sensors = db
      .selectFrom(some.selectAll().as("sensors"))
      .innerJoin("devices", "devices.id", "sensors.device_id");
    const matching = words.reduce(
      (some, word) =>
        some.where((where) =>
          where.or([
            dialect.contains("sensors.name", word),
            dialect.contains("sensors.slug", word),
            dialect.contains("devices.name", word),
          ]),
        ),
      sensors,
    );
    found.push(
      ...(await matching
        .select(["sensors.uuid", "sensors.slug", "sensors.name", "sensors.type", "sensors.unit"])
        .select(["devices.uuid as deviceUuid", "devices.name as deviceName"])
        .orderBy("sensors.id")
        .limit(limit - found.length)
        .execute()),
    );
  }
  return found;
}
