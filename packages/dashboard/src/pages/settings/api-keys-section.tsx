import { apiPath } from "@weir/protocol/docs-page/site-map";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { usePages } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { NotPermitted } from "../../app/not-permitted.tsx";
import { Person } from "../../app/people.tsx";
import { useMay } from "../../app/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import type { Column } from "../../ui/record-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ResourceSection } from "../../ui/resource-section.tsx";
import { RowActions } from "../../ui/row-actions.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { NewApiKeyDialog } from "./new-api-key-dialog.tsx";

type ApiKey = CallAnswer<"listApiKeys">["items"][number];

export function ApiKeysSection() {
  if (useMay("owner")) return <ApiKeys />;
  return (
    <NotPermitted title="Only owners can manage API keys">
      Programs use API keys to call the management API.
    </NotPermitted>
  );
}

function ApiKeys() {
  const keys = usePages("listApiKeys", {});
  const [isMaking, setIsMaking] = useState(false);
  return (
    <>
      <ResourceSection
        about={
          <>
            Programs call the{" "}
            <a href={apiPath} className="text-accent underline underline-offset-2">
              management API
            </a>{" "}
            with an API key. Devices don’t need one: each has its own token.
          </>
        }
        create={{ label: "Create key", onClick: () => setIsMaking(true) }}
        list={keys}
        empty={(create) => (
          <EmptyState icon={<KeyRound size={22} />} title="No API keys yet" action={create}>
            You choose what a key may do and when it expires.
          </EmptyState>
        )}
        label="API keys"
        items={keys.items}
        idOf={({ uuid }) => uuid}
        columns={columns}
        actions={(key) => <KeyActions apiKey={key} />}
      />
      {isMaking && <NewApiKeyDialog onClose={() => setIsMaking(false)} />}
    </>
  );
}

const columns: readonly Column<ApiKey>[] = [
  {
    head: "Key",
    isWide: true,
    cell: ({ name, start, created_by, created_at }) => (
      <>
        <div className="font-medium">{name}</div>
        <div className="text-muted md:whitespace-nowrap">
          <code className="font-mono">{start}…</code> · <RelativeTime at={created_at} />
          <span className="md:max-lg:hidden">
            {" "}
            by <Person by={created_by} />
          </span>
        </div>
      </>
    ),
  },
  {
    head: "Allowed",
    isWide: true,
    cell: ({ scopes }) => (
      <div className="flex max-w-72 flex-wrap gap-1 py-1">
        {scopes.map((scope) => (
          <Badge key={scope}>{scope}</Badge>
        ))}
      </div>
    ),
  },
  {
    head: "Last used",
    label: "Last used",
    className: "whitespace-nowrap",
    cell: ({ last_used_at }) => <RelativeTime at={last_used_at} />,
  },
  {
    head: "Expires",
    label: (key) => (isExpired(key) ? undefined : "Expires"),
    className: "whitespace-nowrap",
    cell: (key) =>
      isExpired(key) ? <Badge tone="warn">Expired</Badge> : <RelativeTime at={key.expires_at} />,
  },
];

function isExpired({ expires_at }: ApiKey): boolean {
  return expires_at !== null && Date.parse(expires_at) < Date.now();
}

function KeyActions({ apiKey: { uuid, name, last_used_at } }: { readonly apiKey: ApiKey }) {
  const revoke = useChange("revokeApiKey", {
    refreshes: ["listApiKeys", "listAudit"],
    said: `API key “${name}” revoked.`,
  });
  const question = {
    title: `Revoke “${name}”?`,
    text: (
      <>
        Programs that use this key lose access immediately. This can’t be undone. Last used{" "}
        <RelativeTime at={last_used_at} />.
      </>
    ),
    action: "Revoke",
    typed: name,
    onConfirm: () => revoke.mutateAsync({ params: { key: uuid } }),
  };
  return <RowActions of={name} entries={[{ label: "Revoke", isDangerous: true, question }]} />;
}
