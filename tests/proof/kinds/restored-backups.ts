import { join } from "node:path";
import { weirProcess } from "../../cli/weir-command.ts";
import type { Evidence } from "../../crash/broken-promises.ts";
import { LoadedWeir } from "../../crash/loaded-weir.ts";
import { storedRows } from "../../crash/stored-rows.ts";
import { WeirInstallation } from "../../harness/weir-installation.ts";
import { type FaultKind, judge } from "../fault-kind.ts";

const backupsPerRound = 2;

export const restoredBackups: FaultKind = {
  name: "restored backups",
  does: "A backup is taken while devices send, and restored into another folder. It has everything that was acknowledged before it was begun, and refuses the tokens that were replaced before.",
  unit: "backups",
  target: 200,
  share: 1,
  async round(seed) {
    await using loaded = await LoadedWeir.create({ seed });
    const { random, weir, ledger } = loaded;
    await weir.start();
    await loaded.begin();
    const evidence: Evidence[] = [];
    for (let nth = 0; nth < backupsPerRound; nth++) {
      await loaded.untilAcknowledged(random.between(50, 2000));
      const backup = join(weir.notesDir, `backup-${nth}`);
      const dataDir = join(weir.notesDir, `restored-${nth}`);
      const promised = ledger.snapshot();
      const replaced = loaded.revocations.replacedTokens();
      await run("backup", backup, "--data", weir.dataDir);
      promised.addSent(ledger);
      await run("restore", backup, "--data", dataDir);
      await using restored = new WeirInstallation({ dataDir });
      const life = await restored.start();
      await loaded.revocations.expectRefused(replaced, restored.url);
      const status = await restored.untilSettled();
      evidence.push({ ledger: promised, rows: storedRows(dataDir), problems: [], status });
      await life.stop();
    }
    return judge(backupsPerRound, ...evidence, await loaded.finish());
  },
};

async function run(...words: string[]): Promise<void> {
  const { code, stderr } = await weirProcess(words);
  if (code !== 0) throw new Error(`weir ${words.join(" ")} ended with ${code}: ${stderr}`);
}
