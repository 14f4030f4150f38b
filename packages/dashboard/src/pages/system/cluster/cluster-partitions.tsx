import { useState } from "react";
import { countText, plural } from "../../../format/number.ts";
import { Status } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CardTable, CardTd, CardTr } from "../../../ui/card-table.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import type { Cluster, Member } from "./cluster.ts";
import { loadOf, type PartitionLoad, partitionLoads } from "./partition-loads.ts";
import { processNames } from "./process-names.ts";

/** Shows which member processes which partitions, and how much waits in them. */
export function ClusterPartitions({ cluster }: { readonly cluster: Cluster }) {
  const [showsAll, setShowsAll] = useState(false);
  const { partitions } = cluster;
  const heads = [showsAll ? "Partition" : "Partitions", "Processor", "Readings waiting", "Oldest"];
  const loads = showsAll
    ? partitions.map((one) => loadOf(ownerOf(cluster, one.owner), [one]))
    : partitionLoads(cluster);
  return (
    <Card
      title={`Queue, ${plural(partitions.length, "partition")}`}
      isFlush
      action={
        <Button look="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "By processor" : "Every partition"}
        </Button>
      }
    >
      <CardTable label="Partitions of the queue" heads={heads.map((head) => [head, head])}>
        {loads.map((load) => (
          <LoadRow
            key={showsAll ? load.partitions[0]!.partition : (load.owner?.id ?? "nobody")}
            load={load}
            isOne={showsAll}
          />
        ))}
      </CardTable>
    </Card>
  );
}

function ownerOf({ members }: Cluster, id: string | null): Member | null {
  return members.find((member) => member.id === id) ?? null;
}

function LoadRow({
  load: { owner, partitions, readings, oldest },
  isOne,
}: {
  readonly load: PartitionLoad;
  readonly isOne: boolean;
}) {
  return (
    <CardTr>
      <CardTd label={isOne ? "Partition" : "Partitions"} className="font-medium tabular-nums">
        {isOne ? partitions[0]!.partition : partitions.length}
      </CardTd>
      <CardTd>
        {owner === null ? (
          <Status tone="bad">No processor</Status>
        ) : (
          <span className="font-mono text-xs">
            <span className="sr-only">{processNames[owner.role]} on </span>
            {owner.host}
            {owner.pid !== null && <span className="text-muted"> · {owner.pid}</span>}
          </span>
        )}
      </CardTd>
      <CardTd label="Waiting" className="tabular-nums">
        {readings === null ? <span className="text-muted">unknown</span> : countText(readings)}
      </CardTd>
      <CardTd label="Oldest" className="whitespace-nowrap text-muted">
        {readings === null ? "unknown" : <RelativeTime at={oldest} fallback="nothing waiting" />}
      </CardTd>
    </CardTr>
  );
}
