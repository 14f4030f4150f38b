import { useCall } from "../../api/queries.ts";
import { SystemPlace } from "../../app/places/system-place.tsx";
import { useSession } from "../../app/session.tsx";
import { bytesText, countText, plural } from "../../format/number.ts";
import { dayText } from "../../format/time.ts";
import { Card, Facts } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ExactTime, RelativeTime } from "../../ui/relative-time.tsx";
import { Note } from "../../ui/states.tsx";
import { Together } from "../../ui/together.tsx";
import { Usage } from "../../ui/usage.tsx";
import { AccountStatus } from "./account-status.tsx";
import { processNames } from "./cluster/process-names.ts";
import { SystemNotices } from "./cluster/system-notices.tsx";
import { NearLimits } from "./near-limits.tsx";
import { SystemReadings } from "./system-readings.tsx";
import type { SystemStatus } from "./system-status.ts";
import { SystemTiles } from "./system-tiles.tsx";

const refreshMs = 5000;

/** How the server is doing, for its operator, and how the account is doing, for others. */
export function StatusPage() {
  const { owns_installation: maySee } = useSession().user;
  return (
    <SystemPlace to="/system">
      <Together className="flex flex-col gap-5">{maySee ? <System /> : <AccountStatus />}</Together>
    </SystemPlace>
  );
}

function System() {
  const status = useCall("showSystem", {}, { refetchInterval: refreshMs });
  return (
    <Loaded result={status} shape="card">
      {(system) => (
        <>
          {status.isError && (
            <Note tone="warn">
              The server isn’t responding. These figures are from <RelativeTime at={status.dataUpdatedAt} />.
            </Note>
          )}
          <SystemNotices system={system} />
          <SystemTiles system={system} />
          <Storage system={system} />
          <NearLimits system={system} />
          <div className="grid grid-cols-2 gap-5 max-lg:grid-cols-1">
            <SystemReadings system={system} />
            <Processes system={system} />
          </div>
          <p className="text-sm text-muted">
            For the whole installation, across all accounts. Updated every five seconds.
          </p>
        </>
      )}
    </Loaded>
  );
}

function Storage({ system: { disk, files, queue, identities } }: { readonly system: SystemStatus }) {
  return (
    <Card title="Storage">
      <div className="flex flex-col gap-5">
        <div className="grid grid-cols-2 gap-x-8 gap-y-6 max-lg:grid-cols-1 max-lg:gap-y-4">
          {disk === null ? null : (
            <Usage
              label="Disk"
              used={disk.size_bytes - disk.free_bytes}
              whole={disk.size_bytes}
              text={`${bytesText(disk.free_bytes)} free of ${bytesText(disk.size_bytes)}`}
            />
          )}
          <Usage
            label="Queue"
            used={queue.backlog_bytes}
            whole={queue.backlog_bytes_max}
            text={`${queue.backlog_bytes === null ? "Unknown" : bytesText(queue.backlog_bytes)} of ${bytesText(queue.backlog_bytes_max)}`}
          />
          <Usage
            label="Readings waiting for their turn"
            used={queue.parked_bytes}
            whole={queue.parked_bytes_max}
            text={`${bytesText(queue.parked_bytes)} of ${bytesText(queue.parked_bytes_max)}`}
            hint="Readings of accounts that send more than can be processed in their share of time."
          />
          <Usage
            label="Known readings"
            used={identities.remembered}
            whole={identities.capacity}
            text={`${identities.remembered === null ? "Unknown" : countText(identities.remembered)} of ${countText(identities.capacity)}`}
            hint="Used to recognize duplicates. When full, the oldest are forgotten first."
            isFullNormal
          />
        </div>
        <Facts
          items={files.map(({ name, bytes }) => [
            name,
            <span key={name} className="font-medium">
              {bytesText(bytes)}
            </span>,
          ])}
        />
      </div>
    </Card>
  );
}

/** Several processes may have the role process. Then each but the first has a number. */
function nameAmong(processes: SystemStatus["processes"], nth: number): string {
  const { role } = processes[nth]!;
  const before = processes.slice(0, nth).filter((other) => other.role === role).length;
  return before === 0 ? processNames[role] : `${processNames[role]} ${before + 1}`;
}

function Processes({ system }: { readonly system: SystemStatus }) {
  const { version, started_at, devices, live_listeners, cluster } = system;
  // In a cluster, this is the process that answers.
  const processes = cluster ? [] : system.processes;
  const memoryOf = (bytes: number | null) => (bytes === null ? "unknown" : bytesText(bytes));
  return (
    <Card title={cluster ? "This management process" : "Server"}>
      <Facts
        items={[
          ["Version", version],
          [
            "Started",
            <span key="started">
              <RelativeTime at={started_at} /> (<ExactTime at={started_at} text={dayText} />)
            </span>,
          ],
          ...processes.map(({ pid, memory_bytes, restarts }, nth): [string, string] => [
            nameAmong(processes, nth),
            pid === null
              ? "not running"
              : `${memoryOf(memory_bytes)} · process ${pid} · ${plural(restarts, "restart")}`,
          ]),
          ["Devices with a token", devices === null ? "unknown" : countText(devices)],
          ["Open live pages", plural(live_listeners, "page")],
        ]}
      />
    </Card>
  );
}
