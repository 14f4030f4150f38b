import { processRoles } from "@weir/protocol/closed-sets";
import { Badge, Status, type Tone } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { CardTable, CardTd, CardTr } from "../../../ui/card-table.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import type { Cluster, Member } from "./cluster.ts";
import { processNames } from "./process-names.ts";

const heads = ["Process", "Status", "Host", "Version", "Partitions", "Redis", "Since"];

const states: Readonly<
  Record<Member["state"], { readonly tone: Tone; readonly word: string; readonly meaning: string }>
> = {
  active: { tone: "ok", word: "Active", meaning: "Holds its lease and is working." },
  revoked: {
    tone: "warn",
    word: "Not responding",
    meaning: "The other processes continue without it. It rejoins automatically when it responds again.",
  },
  lost: {
    tone: "bad",
    word: "Lost",
    meaning: "It stopped or lost its connection without notice. Shown for an hour.",
  },
};

const redisWords: Readonly<Record<NonNullable<Member["redis"]>, string>> = {
  connected: "Connected",
  away: "Not available",
  unused: "Not used",
};

export function ClusterMembers({ cluster: { members } }: { readonly cluster: Cluster }) {
  const versions = new Set(members.filter(({ state }) => state === "active").map(({ version }) => version));
  return (
    <Card title="Processes" isFlush>
      <CardTable label="Processes" heads={heads.map((head) => [head, head])}>
        {inOrder(members).map((member) => (
          <MemberRow key={member.id} member={member} hasMixedVersions={versions.size > 1} />
        ))}
      </CardTable>
    </Card>
  );
}

function MemberRow({
  member,
  hasMixedVersions,
}: {
  readonly member: Member;
  readonly hasMixedVersions: boolean;
}) {
  const { role, state, host, pid, version, partitions, redis, since, lost_at } = member;
  const { tone, word, meaning } = states[state];
  return (
    <CardTr>
      <CardTd className="font-medium whitespace-nowrap">{processNames[role]}</CardTd>
      <CardTd title={meaning}>
        <Status tone={tone}>{word}</Status>
      </CardTd>
      <CardTd isWide className="font-mono text-xs">
        {host}
        {pid !== null && <span className="text-muted"> · {pid}</span>}
      </CardTd>
      <CardTd label="Version" className="whitespace-nowrap">
        {hasMixedVersions ? <Badge tone="warn">{version}</Badge> : version}
      </CardTd>
      {role === "process" && state === "active" ? (
        <CardTd label="Partitions" className="tabular-nums">
          {partitions}
        </CardTd>
      ) : (
        <CardTd />
      )}
      {redis === null || state !== "active" ? (
        <CardTd />
      ) : (
        <CardTd label="Redis">
          {redis === "away" ? <Status tone="warn">{redisWords.away}</Status> : redisWords[redis]}
        </CardTd>
      )}
      <CardTd label={lost_at === null ? "Joined" : "Lost"} className="whitespace-nowrap text-muted">
        <RelativeTime at={lost_at ?? since} />
      </CardTd>
    </CardTr>
  );
}

/** Sorted by role, the oldest first. Members that are gone come last. */
function inOrder(members: readonly Member[]): Member[] {
  const place = ({ state, role }: Member) =>
    state === "lost" ? processRoles.length : processRoles.indexOf(role);
  return members.toSorted((a, b) => place(a) - place(b) || a.since.localeCompare(b.since));
}
