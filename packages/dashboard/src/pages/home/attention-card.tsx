import { Link } from "@tanstack/react-router";
import {
  BellRing,
  ChevronRight,
  CircleCheck,
  MailWarning,
  MailX,
  Server,
  Unplug,
  Workflow,
} from "lucide-react";
import type { ReactNode } from "react";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { adviceText } from "../../format/chain-advice.ts";
import { countText, plural } from "../../format/number.ts";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Loading } from "../../ui/states.tsx";
import type { Alarm, Counts, DeviceCounts } from "./use-health.ts";

const alarmKindsShown = 5;
const silentShown = 5;
const refreshMs = 30_000;

/** What a person should look at, the gravest first. */
export function AttentionCard({
  counts,
  alarms,
  waiting,
}: {
  readonly counts: DeviceCounts;
  readonly alarms: readonly Alarm[];
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
  const hasWarned = waiting !== undefined && waiting.chains_with_warning > 0;
  const chains = useCall(
    "listChains",
    { query: { limit: 1000 } },
    { refetchInterval: refreshMs, enabled: hasWarned },
  );
  const isOwner = useMay("owner");
  const system = useCall("showSystem", {}, { enabled: isOwner, refetchInterval: refreshMs });
  const warned = (hasWarned ? (chains.data?.items ?? []) : []).filter(
    ({ warnings, use }) => warnings.length > 0 && isUsed(use),
  );
  const unseen = alarms.filter(({ state }) => state === "active");
  const kinds = [...Map.groupBy(unseen, ({ severity, name }) => `${severity} ${name}`).values()];
  const isDown = system.data !== undefined && !(system.data.ready && system.data.processor.running);
  const letters = waiting?.dead_letters ?? 0;
  const givenUp = waiting?.outbox.given_up ?? 0;
  const isLoading = silent.isPending || waiting === undefined || (hasWarned && chains.isPending);
  const isFine =
    !isDown && unseen.length + counts.offline + warned.length === 0 && letters === 0 && givenUp === 0;
  return (
    <Card title="Needs attention" isFlush>
      {isFine ? (
        isLoading ? (
          <Loading what="Looking around" />
        ) : (
          <div className="flex items-center gap-2 px-4 py-6 text-sm">
            <CircleCheck size={18} aria-hidden className="text-ok" />
            All is well: no alarms, no silent devices, nothing stuck.
          </div>
        )
      ) : (
        <ul>
          {isDown && (
            <Item
              to="/settings/system"
              icon={<Server size={16} />}
              tone="bad"
              title="Readings are not being processed"
            >
              The server is not ready or its processor is not running.
            </Item>
          )}
          {kinds.slice(0, alarmKindsShown).map((alike) => (
            <AlarmItem key={alike[0]!.id} alike={alike} />
          ))}
          {kinds.length > alarmKindsShown && <Rest to="/alarms">All {countText(unseen.length)} alarms</Rest>}
          {warned.map(({ uuid, name, warnings }) => (
            <Item
              key={uuid}
              to={`/chains/${uuid}`}
              icon={<Workflow size={16} />}
              tone="warn"
              title={`Chain ${name}`}
            >
              {adviceText(warnings)}
            </Item>
          ))}
          {letters > 0 && (
            <Item
              to="/alarms/dead-letters"
              icon={<MailWarning size={16} />}
              tone="warn"
              title={plural(letters, "dead letter")}
            >
              Readings that failed in their chain. Mend the chain, then run them again.
            </Item>
          )}
          {givenUp > 0 && (
            <Item
              to="/alarms/outbox"
              search={{ state: "dead" }}
              icon={<MailX size={16} />}
              tone="warn"
              title={`${plural(givenUp, "message")} could not be delivered`}
            >
              What chains sent and the server has given up on. See why, then send them again.
            </Item>
          )}
          {silent.data?.items.map(({ uuid, name, last_connected }) => (
            <Item
              key={uuid}
              to={`/devices/${uuid}`}
              icon={<Unplug size={16} />}
              tone="warn"
              title={`${name} has gone silent`}
            >
              Last connected <RelativeTime at={last_connected} />
            </Item>
          ))}
          {counts.offline > silentShown && (
            <Rest to="/devices" search={{ status: "offline", sort: "last_connected", order: "desc" }}>
              {plural(counts.offline - silentShown, "more silent device", "more silent devices")}
            </Rest>
          )}
        </ul>
      )}
    </Card>
  );
}

function isUsed(use: {
  is_default: boolean;
  groups: number;
  devices: number;
  sensors: number;
  chains: string[];
}) {
  return use.is_default || use.groups + use.devices + use.sensors + use.chains.length > 0;
}

/** Alarms of one name and severity are one thing to look at, however many devices have it. */
function AlarmItem({ alike }: { readonly alike: readonly Alarm[] }) {
  const { severity, name, message, device, raised_at } = alike[0]!;
  const tone = severity === "critical" ? "bad" : severity === "warning" ? "warn" : "info";
  const devices = new Set(alike.map((alarm) => alarm.device?.uuid)).size;
  const where =
    devices > 1 ? ` on ${plural(devices, "device")}` : device === null ? "" : ` on ${device.name}`;
  return (
    <Item
      to="/alarms"
      search={{ severity }}
      icon={<BellRing size={16} />}
      tone={tone}
      title={`${name}${where}`}
    >
      <span className="capitalize">{severity}</span>, raised <RelativeTime at={raised_at} />
      {message === "" ? "" : ` · ${message}`}
    </Item>
  );
}

const tones = { bad: "text-bad", warn: "text-warn", info: "text-info" };

function Item({
  to,
  search,
  icon,
  tone,
  title,
  children,
}: {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly icon: ReactNode;
  readonly tone: keyof typeof tones;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to={to}
        {...(search === undefined ? {} : { search: search as never })}
        className="flex items-center gap-3 px-4 py-2 hover:bg-hover"
      >
        <span aria-hidden className={tones[tone]}>
          {icon}
        </span>
        <span className="min-w-0 flex-1 text-sm">
          <span className="block truncate font-medium">{title}</span>
          <span className="block truncate text-muted max-md:whitespace-normal">{children}</span>
        </span>
        <ChevronRight size={15} aria-hidden className="shrink-0 text-faint" />
      </Link>
    </li>
  );
}

/** The way to those that are not shown here. */
function Rest({
  to,
  search,
  children,
}: {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}) {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to={to}
        {...(search === undefined ? {} : { search: search as never })}
        className="block px-4 py-2 pl-11 text-sm text-accent hover:bg-hover hover:underline"
      >
        {children}
      </Link>
    </li>
  );
}
