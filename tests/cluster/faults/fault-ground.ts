import { join } from "node:path";
import type { WholeClusterOptions } from "../../../scripts/cluster/whole-cluster.ts";
import { mountSmallDisk, type SmallDisk, whyNoMount } from "../../harness/small-disk.ts";
import { CutOff, whyNoCutOff } from "./cut-off.ts";
import type { FaultTools } from "./fault.ts";
import { smallDiskServer } from "./part-faults.ts";
import { TestedCluster } from "./tested-cluster.ts";
import { whyNoWrongClock } from "./wrong-clock.ts";

const devices = 12;
/** Enough for what the stream holds in a round, and small enough to be filled quickly. */
const smallDiskBytes = 256 * 1024 * 1024;

/** What faults of clusters need on this machine. One cluster after the other can be started on it. */
export class FaultGround implements FaultTools, Disposable {
  readonly whyNoCutOff: string | null;
  readonly whyNoDisk = whyNoMount();
  readonly whyNoWrongClock = whyNoWrongClock();
  readonly cutOff: CutOff | null;
  readonly disk: SmallDisk | null;
  #clusters = 0;

  static async prepare({ withDisk = true } = {}): Promise<FaultGround> {
    return new FaultGround(await whyNoCutOff(), withDisk);
  }

  private constructor(whyNoCutOff: string | null, withDisk: boolean) {
    this.whyNoCutOff = whyNoCutOff;
    this.cutOff = whyNoCutOff === null ? new CutOff() : null;
    this.disk = this.whyNoDisk === null && withDisk ? mountSmallDisk(smallDiskBytes) : null;
  }

  startCluster(options: Pick<WholeClusterOptions, "natsProgram"> = {}): Promise<TestedCluster> {
    const { cutOff, disk } = this;
    // The servers of another cluster must find nothing of the one before.
    const nth = String(++this.#clusters);
    return TestedCluster.start(devices, {
      ...options,
      env: { WEIR_NATS_ALLOW_UNTESTED: "true" },
      underOf: (name) => cutOff?.underOf(name) ?? [],
      // More than the small disk has. A server that knew this would refuse the stream.
      jetstream: ["max_file_store: 16GB"],
      folderOf: (name) => (name === smallDiskServer && disk !== null ? join(disk.path, nth) : undefined),
    });
  }

  /** Ends faults that a failed round has left behind. */
  heal(): void {
    this.cutOff?.heal();
    this.disk?.free();
  }

  [Symbol.dispose](): void {
    this.disk?.[Symbol.dispose]();
    this.cutOff?.[Symbol.dispose]();
  }
}
