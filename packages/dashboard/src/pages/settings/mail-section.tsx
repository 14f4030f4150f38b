import { Mail } from "lucide-react";
import { useChange } from "../../api/change.ts";
import { useCall, usePages } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMembers } from "../../app/people.tsx";
import { useMay } from "../../app/session.tsx";
import { countText } from "../../format/number.ts";
import { Badge, Status, type Tone } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import type { Column } from "../../ui/record-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ResourceSection, SectionHead } from "../../ui/resource-section.tsx";
import { RowActions } from "../../ui/row-actions.tsx";
import { EmptyState, Note } from "../../ui/states.tsx";
import { Usage } from "../../ui/usage.tsx";

type Recipient = CallAnswer<"listMailRecipients">["items"][number];

/** People answer on another page, and no event reports it. */
const againEveryMs = 5000;

/** Who gets mail from the account's chains, and how many mails were sent today. */
export function MailSection() {
  const mayEdit = useMay("editor");
  const recipients = usePages("listMailRecipients", {}, { refetchInterval: againEveryMs });
  const { data: members } = useMembers();
  const verifiedOf = new Map(
    members?.items.map(({ email, email_verified }) => [email.toLowerCase(), email_verified]),
  );
  // Members with a verified address get mail without being asked.
  const asked = recipients.items.filter(
    ({ email, state }) => verifiedOf.get(email.toLowerCase()) !== true || state === "declined",
  );
  return (
    <>
      <SectionHead>
        Rule chains can email members with a verified address right away. Other recipients have to agree to
        email from this account first. Until then, emails to them wait in the outbox for up to seven days.
      </SectionHead>
      <MailUse />
      <ResourceSection
        title="Recipients who must agree first"
        list={recipients}
        empty={() => (
          <EmptyState icon={<Mail size={22} />} title="No recipients yet">
            When you publish a chain with an email node, its recipients are asked for consent and appear here.
          </EmptyState>
        )}
        label="Recipients who must agree first"
        items={asked}
        idOf={({ uuid }) => uuid}
        columns={columnsOf((email) => verifiedOf.has(email.toLowerCase()))}
        actions={mayEdit && ((recipient) => <RecipientActions recipient={recipient} />)}
      />
    </>
  );
}

function MailUse() {
  const { data: use } = useCall("showMailUse", {}, { refetchInterval: againEveryMs });
  if (use === undefined) return null;
  if (!use.sends_mail) {
    return <Note tone="info">This server can’t send email: the operator hasn’t set up a mail server.</Note>;
  }
  return (
    <Card>
      <Usage
        label="Emails today"
        used={use.sent_today}
        whole={use.per_day}
        text={`${countText(use.sent_today)} of ${countText(use.per_day)} since 00:00 UTC. Emails over the limit wait until the next day.`}
      />
    </Card>
  );
}

const states: Record<Recipient["state"], { readonly tone: Tone; readonly word: string }> = {
  waiting: { tone: "warn", word: "Waiting for an answer" },
  confirmed: { tone: "ok", word: "Confirmed" },
  declined: { tone: "bad", word: "Declined" },
};

function columnsOf(isMember: (email: string) => boolean): readonly Column<Recipient>[] {
  return [
    {
      head: "Address",
      isWide: true,
      className: "font-medium break-words",
      cell: ({ email }) => (
        <>
          {email} {isMember(email) && <Badge title="A member whose address is not verified">Member</Badge>}
        </>
      ),
    },
    {
      head: "State",
      cell: ({ state }) => <Status tone={states[state].tone}>{states[state].word}</Status>,
    },
    {
      head: "Asked",
      label: "Asked",
      className: "text-muted",
      cell: ({ asked_at }) => (asked_at === null ? "not yet" : <RelativeTime at={asked_at} />),
    },
  ];
}

function RecipientActions({ recipient: { uuid, email, state } }: { readonly recipient: Recipient }) {
  const params = { recipient: uuid };
  const askAgain = useChange("askMailRecipientAgain", {
    refreshes: ["listMailRecipients", "listAudit"],
    said: `We’ve sent ${email} a new link.`,
  });
  const remove = useChange("removeMailRecipient", {
    refreshes: ["listMailRecipients", "listMessages", "listAudit"],
    said: `${email} removed.`,
  });
  const question = {
    title: `Remove ${email}?`,
    text: "Emails waiting for this address are discarded. If a chain still sends to it, the recipient is asked again.",
    action: "Remove",
    onConfirm: () => remove.mutateAsync({ params }),
  };
  return (
    <RowActions
      of={email}
      entries={[
        ...(state === "waiting" ? [{ label: "Ask again", onSelect: () => askAgain.mutate({ params }) }] : []),
        ...(state === "declined" ? [] : [{ label: "Remove", isDangerous: true, question }]),
      ]}
    />
  );
}
