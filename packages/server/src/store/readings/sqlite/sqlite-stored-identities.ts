import type { Database, Statement } from "bun:sqlite";
import type { FreeStretch, WantedReadings } from "../../../queue/wanted-readings.ts";
import { decodeBlock } from "../blocks/block-codec.ts";
import { latestReadingsOf } from "../blocks/block-readings.ts";
import { freeAround } from "../blocks/free-around.ts";
import { microsOf } from "../blocks/micros-of.ts";
import { countUpTo, type ReadingSeries } from "../blocks/reading-series.ts";
import type { StoredIdentities } from "../stored-identities.ts";
import { selectRows } from "./staged-rows.ts";
import { StoredBlocks } from "./stored-blocks.ts";
import { StoredRows } from "./stored-rows.ts";

/** Searches rows and blocks. */
export class SqliteStoredIdentities implements StoredIdentities {
  readonly #blocks: StoredBlocks;
  readonly #row: Statement<{ receivedUs: number }, [number, number, number, number, number | bigint]>;
  readonly #rows: StoredRows;
  readonly #rowUpTo: Statement<{ atUs: number }, [number, number]>;
  readonly #rowFrom: Statement<{ atUs: number }, [number, number]>;
  readonly #newestRow: Statement<{ atUs: number; deviceUs: number | null }, [number]>;

  constructor(db: Database) {
    this.#blocks = new StoredBlocks(db);
    this.#row = db.prepare(
      `${selectRows({
        columns: "received_us AS receivedUs",
        where: "sensor_id = ?1 AND at_us >= ?2 AND at_us <= ?3 AND value = ?4 AND device_us = ?5",
        fromUs: "?2",
        toUs: "?3",
      })} LIMIT 1`,
    );
    this.#rows = new StoredRows(db);
    this.#rowUpTo = db.prepare(
      `${selectRows({ columns: "at_us AS atUs", where: "sensor_id = ?1 AND at_us <= ?2", toUs: "?2" })}
       ORDER BY atUs DESC LIMIT 1`,
    );
    this.#rowFrom = db.prepare(
      `${selectRows({ columns: "at_us AS atUs", where: "sensor_id = ?1 AND at_us >= ?2", fromUs: "?2" })}
       ORDER BY atUs LIMIT 1`,
    );
    this.#newestRow = db.prepare(
      `${selectRows({ columns: "at_us AS atUs, device_us AS deviceUs", where: "sensor_id = ?1" })}
       ORDER BY atUs DESC LIMIT 1`,
    );
  }

  async receivedMs(wanted: WantedReadings): Promise<readonly number[]> {
    const { sensorIds, values, seconds, micros, atUs, spreadUs } = wanted;
    const received = new Array<number>(values.length).fill(0);
    const order = values.map((_, nth) => nth);
    order.sort((one, other) => sensorIds[one]! - sensorIds[other]! || atUs[one]! - atUs[other]!);
    for (let from = 0; from < order.length; ) {
      const sensorId = sensorIds[order[from]!]!;
      let to = from + 1;
      while (to < order.length && sensorIds[order[to]!] === sensorId) to++;
      const firstUs = atUs[order[from]!]! - spreadUs;
      const lastUs = atUs[order[to - 1]!]! + spreadUs;
      // Most readings are in blocks, so one query for any row at all saves a thousand.
      const hasRows = this.#rows.hasWithin(sensorId, firstUs, lastUs);
      const lookup = new SeriesLookup(this.#blocks, sensorId);
      for (; from < to; from++) {
        const nth = order[from]!;
        const fromUs = atUs[nth]! - spreadUs;
        const toUs = atUs[nth]! + spreadUs;
        const deviceUs = microsOf(seconds[nth]!, micros[nth]!);
        const row = hasRows ? this.#row.get(sensorId, fromUs, toUs, values[nth]!, deviceUs) : null;
        const foundUs = row?.receivedUs ?? lookup.receivedUs(fromUs, toUs, values[nth]!, Number(deviceUs));
        received[nth] = Math.floor(foundUs / 1000);
      }
    }
    return received;
  }

  async newestUs(sensorId: number): Promise<number> {
    const row = this.#newestRow.get(sensorId);
    const block = this.#blocks.newest(sensorId);
    const inBlock = block === null ? [] : latestReadingsOf(block);
    const times = inBlock.flatMap(({ atUs, deviceUs }) => [atUs, Number(deviceUs ?? -1)]);
    return Math.max(-1, row?.atUs ?? -1, row?.deviceUs ?? -1, ...times);
  }

  async freeAround(sensorId: number, us: number): Promise<FreeStretch | null> {
    const blockFrom = this.#blocks.firstEndingFrom(sensorId, us);
    return freeAround(us, {
      rowUpToUs: this.#rowUpTo.get(sensorId, us)?.atUs ?? Number.NEGATIVE_INFINITY,
      rowFromUs: this.#rowFrom.get(sensorId, us)?.atUs ?? Number.POSITIVE_INFINITY,
      blocks: [...this.#blocks.startingUpTo(sensorId, us, 1), ...(blockFrom === null ? [] : [blockFrom])],
    });
  }
}

/** Searches the blocks of one sensor in order of time, so that each is decoded once. */
class SeriesLookup {
  readonly #stored: StoredBlocks;
  readonly #sensorId: number;
  /** The first block that ends at `#askedUs` or later, and its readings. */
  #found: DecodedBlock | null = null;
  #askedUs = Number.POSITIVE_INFINITY;

  constructor(stored: StoredBlocks, sensorId: number) {
    this.#stored = stored;
    this.#sensorId = sensorId;
  }

  /** Returns 0 if no block has such a reading. */
  receivedUs(fromUs: number, toUs: number, value: number, deviceUs: number): number {
    for (let us = fromUs; us <= toUs; ) {
      const block = this.#endingFrom(us);
      if (block === null || block.firstUs > toUs) return 0;
      const { series } = block;
      const first = countUpTo(series, fromUs, Number.NEGATIVE_INFINITY);
      for (let nth = first; nth < series.count && series.atUs[nth]! <= toUs; nth++) {
        const sentUs =
          series.deviceOffsetsUs === null ? -1 : series.atUs[nth]! + series.deviceOffsetsUs[nth]!;
        if (series.values[nth] === value && sentUs === deviceUs) return series.receivedUs[nth]!;
      }
      us = block.lastUs + 1;
    }
    return 0;
  }

  #endingFrom(us: number): DecodedBlock | null {
    if (us >= this.#askedUs && (this.#found === null || us <= this.#found.lastUs)) return this.#found;
    const block = this.#stored.firstEndingFrom(this.#sensorId, us);
    this.#askedUs = us;
    this.#found =
      block === null
        ? null
        : { firstUs: block.firstUs, lastUs: block.lastUs, series: decodeBlock(block.data) };
    return this.#found;
  }
}

interface DecodedBlock {
  readonly firstUs: number;
  readonly lastUs: number;
  readonly series: ReadingSeries;
}
