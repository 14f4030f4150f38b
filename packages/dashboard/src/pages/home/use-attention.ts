import type { NoticeKind } from "@weir/protocol/closed-sets";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useSession } from "../../app/session.tsx";
import type { ListedChain } from "../chains/chain-users.ts";
import { type AlarmKind, alarmKinds } from "./alarm-kinds.ts";
import { type TroubledDevice, troubledDevices } from "./troubled-devices.ts";
import { type Counts, type DeviceCounts, useUnseenAlarms } from "./use-health.ts";

type Devices = CallAnswer<"listDevices">["items"];

/** Everything that needs attention. Empty lists and zeros are fine. */
export interface Attention {
  readonly isDown: boolean;
  readonly notices: CallAnswer<"showSystem">["notices"];
  readonly alarms: readonly AlarmKind[];
  readonly chains: readonly ListedChain[];
  readonly unsaved: CallAnswer<"listUnsavedReadings">["items"];
  readonly wrongClocks: CallAnswer<"listDevices">;
  readonly deadLetters: number;
  /** Devices that wait to be approved or claimed. */
  readonly waiting: number;
  /** The number of mails that may be sent in a day, if all of them were sent. */
  readonly mailLimit: number | null;
  /** Messages that could not be delivered. */
  readonly givenUp: number;
  readonly troubled: readonly TroubledDevice[];
  readonly troubledCount: number;
  readonly silent: Devices;
  readonly silentCount: number;
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
export const silentShown = 5;
const wrongClocksShown = 5;
const requestsLookedAt = 200;
const refreshMs = 30_000;

/** Undefined while loading, and until it is on. `waiting` is what waits for a person. */
export function useAttention(
  counts: DeviceCounts,
  waiting: Counts | undefined,
  { isOn }: { readonly isOn: boolean },
): Attention | undefined {
  const options = { refetchInterval: refreshMs, enabled: isOn };
  const alarms = useUnseenAlarms(isOn);
  const silent = useCall("listDevices", { query: silentQuery }, options);
  const wrongClocks = useCall("listDevices", { query: wrongClockQuery }, options);
  const unsaved = useCall("listUnsavedReadings", {}, options);
  const troubled = useTroubledDevices(isOn);
  const hasWarned = waiting !== undefined && waiting.chains_with_warning > 0;
  const chains = useCall(
    "listChains",
    { query: { limit: 1000 } },
    { ...options, enabled: isOn && hasWarned },
  );
  const { owns_installation: seesSystem } = useSession().user;
  const system = useCall("showSystem", {}, { ...options, enabled: isOn && seesSystem });
  const { data: mail } = useCall("showMailUse", {}, options);
  const isLoading =
    silent.isPending ||
    wrongClocks.isPending ||
    unsaved.isPending ||
    (hasWarned && chains.isPending) ||
    (seesSystem && system.isPending);
  if (isLoading || alarms === undefined || troubled === undefined || waiting === undefined) return undefined;
  return {
    isDown: system.data !== undefined && !isRunning(system.data),
    notices: (system.data?.notices ?? []).filter(({ kind }) => shownNotices.has(kind)),
    alarms: alarmKinds(alarms),
    chains: hasWarned ? (chains.data?.items ?? []).filter(isUsedWithWarning) : [],
    unsaved: unsaved.data?.items ?? [],
    wrongClocks: wrongClocks.data ?? { items: [], next: null },
    deadLetters: waiting.dead_letters,
    waiting: counts.waiting,
    mailLimit: mail?.sends_mail === true && mail.sent_today >= mail.per_day ? mail.per_day : null,
    givenUp: waiting.outbox.given_up,
    troubled,
    troubledCount: counts.troubled,
    silent: silent.data?.items ?? [],
    silentCount: counts.offline,
  };
}

const silentQuery = {
  status: "offline",
  enabled: true,
  sort: "last_connected",
  order: "desc",
  limit: silentShown,
};
const wrongClockQuery = { clock: "wrong", enabled: true, limit: wrongClocksShown };

/**
 * The devices with rejected readings and the reasons, taken from the newest requests with a problem; undefined while
 * loading. A device that sends a lot may hide others.
 */
function useTroubledDevices(isOn: boolean): readonly TroubledDevice[] | undefined {
  const query = { only: "troubled", limit: requestsLookedAt };
  const { data, isPending } = useCall(
    "listRequests",
    { query },
    { refetchInterval: refreshMs, enabled: isOn },
  );
  return isPending ? undefined : troubledDevices(data?.items ?? [], Date.now());
}

function isRunning({ ready, processes }: CallAnswer<"showSystem">): boolean {
  return ready && processes.every(({ running }) => running);
}

function isUsedWithWarning({ warnings, use }: ListedChain): boolean {
  const users = use.groups + use.devices + use.sensors + use.chains.length;
  return warnings.length > 0 && (use.is_default || users > 0);
}
