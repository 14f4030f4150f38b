import { onTestFinished, test } from "bun:test";
import { mountSmallDisk, type SmallDisk, whyNoMount } from "./small-disk.ts";

export const smallDiskBytes = 4 * 1024 * 1024;
export const smallDiskProblem = whyNoMount();

/** A test that gets a disk it can fill up; where none can be mounted it is skipped, and its name says why. */
export function testOnSmallDisk(name: string, run: (disk: SmallDisk) => Promise<void> | void): void {
  if (smallDiskProblem !== null) {
    test.skip(`${name} (skipped: ${smallDiskProblem})`, () => undefined);
    return;
  }
  test(name, async () => {
    const disk = mountSmallDisk(smallDiskBytes);
    // A mount outlives the process, so it must go also when the test is cut off by its timeout.
    onTestFinished(() => disk[Symbol.dispose]());
    await run(disk);
  });
}
