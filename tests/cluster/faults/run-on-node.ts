import { join } from "node:path";
import type { TestedCluster } from "./tested-cluster.ts";

const weirCommand = join(import.meta.dir, "../../../bin/weir");

/** Runs a command as an operator does on a machine with the settings of the cluster. Resolves to what it printed. */
export async function runOnNode({ weir }: TestedCluster, args: readonly string[]): Promise<string> {
  const command = Bun.spawn([weirCommand, ...args], {
    env: { ...process.env, ...weir.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, problem] = await Promise.all([command.stdout.text(), command.stderr.text()]);
  if ((await command.exited) !== 0) throw new Error(`weir ${args.join(" ")} failed: ${problem}`);
  return output;
}
