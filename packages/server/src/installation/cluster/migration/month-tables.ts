import type { Postgres } from "../../../platform/postgres/open-postgres.ts";
import { StoreDatabase } from "../../../store/engine/postgres/store-database.ts";
import { decodeBlock, denseVersion } from "../../../store/readings/blocks/block-codec.ts";
import { MonthPartitions } from "../../../store/readings/postgres/month-partitions.ts";
import { monthOf } from "../../../store/readings/postgres/months.ts";
import { packBlocks, packDenseBlocks } from "../../../store/readings/postgres/pack-blocks.ts";
import type { SensorBlock } from "../../migration/migration-data.ts";

/** Twenty years. Readings of other months go to the default tables, where queries find them as well. */
const monthsMax = 240;

/** Creates the tables of the months that have readings, so that old months can be dropped as a whole later. */
export class MonthTables {
  readonly #months: MonthPartitions;
  #known: Set<string> | null = null;

  constructor(postgres: Postgres) {
    this.#months = new MonthPartitions(new StoreDatabase(postgres));
  }

  async createFor(timesUs: readonly number[]): Promise<void> {
    this.#known ??= new Set((await this.#months.list()).map(({ name }) => name));
    for (const us of timesUs) {
      const month = monthOf(us);
      if (this.#known.has(month.name) || this.#known.size >= monthsMax) continue;
      await this.#months.create(month);
      this.#known.add(month.name);
    }
  }
}

/** Returns the block itself, or one block per month if it has readings of several months. */
export function blocksOfMonths(block: SensorBlock): SensorBlock[] {
  if (monthOf(block.firstUs).name === monthOf(block.lastUs).name) return [block];
  const series = decodeBlock(block.data);
  const pack = block.data[0] === denseVersion ? packDenseBlocks : packBlocks;
  return pack(block.sensorId, series, 0, series.count);
}
