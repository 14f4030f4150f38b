import { Network } from "lucide-react";
import { useCall } from "../../../api/queries.ts";
import { NotPermitted } from "../../../app/not-permitted.tsx";
import { SystemPlace } from "../../../app/places/system-place.tsx";
import { useSession } from "../../../app/session.tsx";
import { Card } from "../../../ui/card.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { EmptyState, Note } from "../../../ui/states.tsx";
import { Together } from "../../../ui/together.tsx";
import { ClusterEngines } from "./cluster-engines.tsx";
import { ClusterMembers } from "./cluster-members.tsx";
import { ClusterPartitions } from "./cluster-partitions.tsx";

const refreshMs = 5000;

/** The processes of a cluster, their work, and the engines that they run on. */
export function ClusterPage() {
  const { user, server } = useSession();
  return (
    <SystemPlace to="/system/cluster">
      <Together className="flex flex-col gap-5">
        {user.owns_installation ? (
          server.cluster ? (
            <Cluster />
          ) : (
            <OneMachine />
          )
        ) : (
          <NotPermitted title="Only the operator can see the cluster">
            The processes and engines are shared with other accounts.
          </NotPermitted>
        )}
      </Together>
    </SystemPlace>
  );
}

function Cluster() {
  const status = useCall("showCluster", {}, { refetchInterval: refreshMs });
  return (
    <Loaded result={status} shape="card">
      {(cluster) => (
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
      )}
    </Loaded>
  );
}

function OneMachine() {
  return (
    <Card>
      <EmptyState icon={<Network size={22} />} title="This installation runs on one machine">
        A cluster runs on several machines and continues if one of them fails.
      </EmptyState>
    </Card>
  );
}
