import type { NoticeJson } from "@weir/protocol/manage/cluster-forms";
import type { TestedCluster } from "./tested-cluster.ts";

/** Where people are not told of readings that Weir knows to be lost: the log, the metrics and the notices must all say so. */
export async function unseenLoss(cluster: TestedCluster): Promise<string[]> {
  const { weir, owner } = cluster;
  const known = await cluster.losses();
  const unseen: string[] = [];
  if (!weir.logText.includes("the queue has lost accepted readings"))
    unseen.push("no log says that the queue has lost readings");
  for (const { port } of weir.of("manage")) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    for (const [name, count] of Object.entries(known))
      if (!metrics.includes(`weir_queue_lost_${name} ${count}\n`))
        unseen.push(`/metrics of the manage process at port ${port} does not have ${count} lost ${name}`);
  }
  const notices = (await owner.call("GET", "./system")).json.notices as NoticeJson[];
  if (!notices.some(({ kind, serious }) => kind === "entries_lost" && serious))
    unseen.push("System has no serious notice about lost readings");
  return unseen;
}
