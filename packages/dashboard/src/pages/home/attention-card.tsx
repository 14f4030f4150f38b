import type { NoticeKind } from "@weir/protocol/closed-sets";
import {
  CircleCheck,
  CircleX,
  ClockAlert,
  MailWarning,
  MailX,
  Router,
  Server,
  Unplug,
  Workflow,
} from "lucide-react";
import { useCall } from "../../api/queries.ts";
import { useSession } from "../../app/session.tsx";
import { adviceText } from "../../format/chain-advice.ts";
import { countText, plural } from "../../format/number.ts";
import { wrongClockText } from "../../format/wrong-clock.ts";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Loading } from "../../ui/states.tsx";
import { outcomeText } from "../activity/outcome-words.ts";
import type { ListedChain } from "../chains/chain-users.ts";
import { AlarmItem } from "./alarm-item.tsx";
import { type AlarmPage, alarmKinds } from "./alarm-kinds.ts";
import { AttentionItem, AttentionRest } from "./attention-item.tsx";
import { HeldStill } from "./held-still.tsx";
import { type TroubledDevice, troubledDevices } from "./troubled-devices.ts";
import { UnsavedItem } from "./unsaved-item.tsx";
import type { Counts, DeviceCounts } from "./use-health.ts";

const lookedAt = 200;

/**
 * The devices with rejected readings and the reasons, taken from the newest requests with a problem; undefined while
 * loading. A device that sends a lot may hide others.
 */
function useTroubledDevices(): readonly TroubledDevice[] | undefined {
  const query = { only: "troubled", limit: lookedAt };
  const { data, isPending } = useCall("listRequests", { query }, { refetchInterval: refreshMs });
  return isPending ? undefined : troubledDevices(data?.items ?? [], Date.now());
}

/** Problems of the installation. System also shows how a cluster is set up. */
const shownNotices: ReadonlySet<NoticeKind> = new Set([
  "work_failing",
  "wrong_stream",
  "entries_lost",
  "engine_away",
  "role_missing",
  "partitions_unowned",
  "redis_away",
  "member_lost",
]);
const alarmKindsShown = 5;
const placesShown = 5;
const silentShown = 5;
const wrongClocksShown = 5;
const troubledShown = 5;
const refreshMs = 30_000;

/** What needs attention, the most serious first. */
export function AttentionCard({
  counts,
  alarms,
  waiting,
}: {
  readonly counts: DeviceCounts;
  /** Unacknowledged alarms; undefined while loading. */
  readonly alarms: readonly AlarmPage[] | undefined;
  readonly waiting: Counts | undefined;
}) {
  const silentQuery = {
    status: "offline",
    enabled: true,
    sort: "last_connected",
    order: "desc",
    limit: silentShown,
  };
  const silent = useCall("listDevices", { query: silentQuery }, { refetchInterval: refreshMs });
  const wrongClocks = useCall(
    "listDevices",
    { query: { clock: "wrong", enabled: true, limit: wrongClocksShown } },
    { refetchInterval: refreshMs },
  );
  const unsaved = useCall("listUnsavedReadings", {}, { refetchInterval: refreshMs });
  const places = unsaved.data?.items ?? [];
  const known = useTroubledDevices();
  const troubled = (known ?? []).slice(0, troubledShown);
  const hasWarned = waiting !== undefined && waiting.chains_with_warning > 0;
  const chains = useCall(
    "listChains",
    { query: { limit: 1000 } },
    { refetchInterval: refreshMs, enabled: hasWarned },
  );
  const { owns_installation: seesSystem } = useSession().user;
  const system = useCall("showSystem", {}, { enabled: seesSystem, refetchInterval: refreshMs });
  const warned = (hasWarned ? (chains.data?.items ?? []) : []).filter(
    ({ warnings, use }) => warnings.length > 0 && isUsed(use),
  );
  const { data: mail } = useCall("showMailUse", {}, { refetchInterval: refreshMs });
  const isMailUsedUp = mail?.sends_mail === true && mail.sent_today >= mail.per_day;
  const kinds = alarmKinds(alarms ?? []);
  const isDown =
    system.data !== undefined &&
    !(system.data.ready && system.data.processes.every(({ running }) => running));
  const troubles = (system.data?.notices ?? []).filter(({ kind }) => shownNotices.has(kind));
  const asking = counts.waiting;
  const letters = waiting?.dead_letters ?? 0;
  const givenUp = waiting?.outbox.given_up ?? 0;
  const isLoading =
    silent.isPending ||
    wrongClocks.isPending ||
    unsaved.isPending ||
    [known, waiting, alarms].includes(undefined) ||
    (hasWarned && chains.isPending) ||
    (seesSystem && system.isPending);
  const isFine =
    !isDown &&
    troubles.length === 0 &&
    !isMailUsedUp &&
    kinds.length + counts.offline + warned.length + places.length === 0 &&
    troubled.length + counts.troubled + (wrongClocks.data?.items.length ?? 0) === 0 &&
    letters + givenUp + asking === 0;
  return (
    <Card title="Needs attention" isFlush>
      {/* On a tablet, other cards are below. The card has a fixed height, so that they never move. */}
      <div className="md:max-lg:h-64 md:max-lg:overflow-y-auto">
        {isLoading ? (
          <Loading what="Checking" />
        ) : isFine ? (
          <div className="flex items-center gap-2 px-4 py-6 text-sm">
            <CircleCheck size={18} aria-hidden className="text-ok" />
            No problems found: no alarms, no silent devices, no rejected requests, nothing waiting for you.
          </div>
        ) : (
          <HeldStill>
            <ul>
              {isDown && (
                <AttentionItem
                  to="/system"
                  icon={<Server size={16} />}
                  look="text-bad"
                  title="Readings are not being processed"
                >
                  The server is not ready or its processor is not running.
                </AttentionItem>
              )}
              {troubles.map(({ kind, serious, title, text }) => (
                <AttentionItem
                  key={`${kind} ${title}`}
                  to="/system"
                  icon={<Server size={16} />}
                  look={serious ? "text-bad" : "text-warn"}
                  title={title}
                >
                  {text}
                </AttentionItem>
              ))}
              {kinds.slice(0, alarmKindsShown).map((kind) => (
                <AlarmItem key={`${kind.newest.severity} ${kind.newest.name}`} kind={kind} />
              ))}
              {kinds.length > alarmKindsShown && (
                <AttentionRest to="/alarms" search={{ state: "unacknowledged" }}>
                  All unacknowledged alarms
                </AttentionRest>
              )}
              {warned.map(({ uuid, name, warnings }) => (
                <AttentionItem
                  key={uuid}
                  to="/chains/$chain"
                  params={{ chain: uuid }}
                  icon={<Workflow size={16} />}
                  look="text-warn"
                  title={`Chain ${name}`}
                >
                  {adviceText(warnings)}
                </AttentionItem>
              ))}
              {places.slice(0, placesShown).map((place) => (
                <UnsavedItem
                  key={`${place.cause} ${place.chain?.uuid} ${place.node?.id} ${place.output}`}
                  place={place}
                />
              ))}
              {places.length > placesShown && (
                <AttentionRest to="/activity" search={{ reason: "not_saved" }}>
                  All requests with readings that were not saved
                </AttentionRest>
              )}
              {wrongClocks.data?.items.map(({ uuid, name, wrong_clock: clock }) => (
                <AttentionItem
                  key={uuid}
                  to="/devices/$device/activity"
                  params={{ device: uuid }}
                  search={{ only: "troubled" }}
                  icon={<ClockAlert size={16} />}
                  look="text-warn"
                  title={`The clock of ${name} is wrong`}
                >
                  {clock !== null && wrongClockText(clock)}
                </AttentionItem>
              ))}
              {wrongClocks.data?.next != null && (
                <AttentionRest to="/devices">More devices with a wrong clock</AttentionRest>
              )}
              {letters > 0 && (
                <AttentionItem
                  to="/system/dead-letters"
                  icon={<MailWarning size={16} />}
                  look="text-warn"
                  title={plural(letters, "dead letter")}
                >
                  Readings that failed in a rule chain. Fix the chain, then replay them.
                </AttentionItem>
              )}
              {asking > 0 && (
                <AttentionItem
                  to="/devices/provisioning"
                  icon={<Router size={16} />}
                  look="text-accent"
                  title={`${plural(asking, "device")} waiting`}
                >
                  New devices to approve or claim.
                </AttentionItem>
              )}
              {isMailUsedUp && (
                <AttentionItem
                  to="/settings/mail"
                  icon={<MailWarning size={16} />}
                  look="text-warn"
                  title={`Daily limit of ${countText(mail.per_day)} emails reached`}
                >
                  Further emails from rule chains wait until 00:00 UTC.
                </AttentionItem>
              )}
              {givenUp > 0 && (
                <AttentionItem
                  to="/system/outbox"
                  search={{ state: "dead" }}
                  icon={<MailX size={16} />}
                  look="text-warn"
                  title={`${plural(givenUp, "message")} could not be delivered`}
                >
                  Weir stopped trying to deliver them. Find out why, then send them again.
                </AttentionItem>
              )}
              {troubled.map(({ uuid, name, requests, last }) => (
                <AttentionItem
                  key={uuid}
                  to="/devices/$device/activity"
                  params={{ device: uuid }}
                  search={{ only: "troubled" }}
                  icon={<CircleX size={16} />}
                  look="text-warn"
                  title={`${name}: requests rejected`}
                >
                  {plural(requests, "request")} in 24 h, last <RelativeTime at={last.at} /> ·{" "}
                  {outcomeText(last)}
                </AttentionItem>
              ))}
              {counts.troubled > troubled.length && (
                <AttentionRest to="/devices" search={{ status: "rejected" }}>
                  {plural(counts.troubled, "device")} with rejected requests
                </AttentionRest>
              )}
              {silent.data?.items.map(({ uuid, name, last_connected }) => (
                <AttentionItem
                  key={uuid}
                  to="/devices/$device"
                  params={{ device: uuid }}
                  icon={<Unplug size={16} />}
                  look="text-warn"
                  title={`${name} is silent`}
                >
                  Last connected <RelativeTime at={last_connected} />
                </AttentionItem>
              ))}
              {counts.offline > silentShown && (
                <AttentionRest
                  to="/devices"
                  search={{ status: "offline", sort: "last_connected", order: "desc" }}
                >
                  {plural(counts.offline - silentShown, "more silent device")}
                </AttentionRest>
              )}
            </ul>
          </HeldStill>
        )}
      </div>
    </Card>
  );
}

function isUsed(use: ListedChain["use"]): boolean {
  return use.is_default || use.groups + use.devices + use.sensors + use.chains.length > 0;
}
