import { useCall } from "../../../api/queries.ts";
import { Card } from "../../../ui/card.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Note } from "../../../ui/states.tsx";
import { ClusterEngines } from "./cluster-engines.tsx";
import { ClusterMembers } from "./cluster-members.tsx";
import { ClusterPartitions } from "./cluster-partitions.tsx";

const refreshMs = 5000;

/** The processes of a cluster, their work, and the engines that they run on. */
export function ClusterSection() {
  const status = useCall("showCluster", {}, { refetchInterval: refreshMs });
  if (status.data === undefined)
    return (
      <Card title="Processes">
        <Loaded result={status}>{() => null}</Loaded>
      </Card>
    );
  const cluster = status.data;
  return (
    <>
      {status.isError && (
        <Note tone="warn">
          The cluster’s status can’t be read. Processes, partitions and engines are shown as of{" "}
          <RelativeTime at={status.dataUpdatedAt} />.
        </Note>
      )}
      <ClusterMembers cluster={cluster} />
      <ClusterPartitions cluster={cluster} />
      <ClusterEngines cluster={cluster} />
    </>
  );
}
