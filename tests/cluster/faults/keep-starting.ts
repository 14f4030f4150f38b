import type { Part } from "./victims.ts";

/** How often a process that ends while it starts is started again, because what it needs may not be there yet. */
const startsMax = 10;
const betweenStartsMs = 1000;

/** Starts a part again like a service manager: also if it ends because others are not there yet. */
export async function keepStarting(part: Pick<Part, "startAgain">): Promise<void> {
  for (let start = 1; ; start++) {
    try {
      return await part.startAgain();
    } catch (error) {
      if (start === startsMax) throw error;
      await Bun.sleep(betweenStartsMs);
    }
  }
}
