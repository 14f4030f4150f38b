import { onTestFinished, test } from "bun:test";
import { mountSmallDisk, type SmallDisk, whyNoMount } from "./small-disk.ts";

export const smallDiskBytes = 4 * 1024 * 1024;
export const smallDiskProblem = whyNoMount();

/** A test with a disk that it can fill up. If none can be mounted, the test is skipped and its name says why. */
export function testOnSmallDisk(name: string, run: (disk: SmallDisk) => Promise<void> | void): void {
  if (smallDiskProblem !== null) {
    test.skip(`${name} (skipped: ${smallDiskProblem})`, () => undefined);
    return;
  }
  test(name, async () => {
    const disk = mountSmallDisk(smallDiskBytes);
    // A mount outlives the process, so it must also be removed if the test times out.
    onTestFinished(() => disk[Symbol.dispose]());
    await run(disk);
  });
}
