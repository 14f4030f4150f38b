import { LoadedWeir } from "../../crash/loaded-weir.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type FaultKind, judge } from "../fault-kind.ts";
import { MemoryGroup, whyNoMemoryGroup } from "../memory-group.ts";

const killsPerRound = 4;
const leftBytes = 256 * 1024;
/** A round without a kill is not counted. */
const killMaxMs = 10_000;

export const memoryKills: FaultKind = {
  name: "out of memory",
  does: "The memory of a server under load is limited to what it uses, so that the kernel kills one of its processes, whichever it chooses.",
  unit: "kills",
  target: 200,
  share: 1,
  whyNot: whyNoMemoryGroup,
  async round(seed) {
    await using group = new MemoryGroup();
    await using loaded = await LoadedWeir.create({ seed });
    const { random, weir } = loaded;
    let life = await weir.start({ under: group.under });
    await loaded.begin();
    let kills = 0;
    for (let nth = 0; nth < killsPerRound; nth++) {
      await loaded.untilAcknowledged(random.between(20, 400));
      const before = group.kills;
      group.leave(leftBytes);
      await waitUntil("the kernel kills for memory", () => group.kills > before, killMaxMs).catch(
        () => undefined,
      );
      kills += group.kills - before;
      group.free();
      if (life.server() === null) {
        await life.killAll();
        life = await weir.start({ under: group.under });
      }
    }
    await loaded.untilAcknowledged(100);
    const evidence = await loaded.finish();
    await life.killAll();
    return judge(kills, evidence);
  },
};
