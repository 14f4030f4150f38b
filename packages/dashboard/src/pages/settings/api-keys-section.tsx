import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { usePages } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CardTable, CardTd, CardTr } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { actionsHead, RowActions } from "../../ui/row-actions.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";
import { ListCard } from "./list-card.tsx";
import { NewApiKeyDialog } from "./new-api-key-dialog.tsx";
import { NotPermitted } from "./not-permitted.tsx";
import { SectionHead } from "./section-head.tsx";

type ApiKey = CallAnswer<"listApiKeys">["items"][number];

export function ApiKeysSection() {
  if (useMay("owner")) return <ApiKeys />;
  return (
    <NotPermitted title="API keys are for owners">
      Programs use API keys to call the management API.
    </NotPermitted>
  );
}

function ApiKeys() {
  const keys = usePages("listApiKeys", {});
  const [isMaking, setIsMaking] = useState(false);
  const isEmpty = keys.items.length === 0;
  const create = (
    <Button look="primary" onClick={() => setIsMaking(true)}>
      Create key
    </Button>
  );
  return (
    <>
      <SectionHead action={!isEmpty && create}>
        Programs call the{" "}
        <a href="/docs" className="text-accent underline underline-offset-2">
          management API
        </a>{" "}
        with an API key. Devices don’t need one: each has its own token.
      </SectionHead>
      <ListCard
        list={keys}
        isEmpty={isEmpty}
        empty={
          <EmptyState icon={<KeyRound size={22} />} title="No API keys yet" action={create}>
            You choose what a key may do and when it expires.
          </EmptyState>
        }
      >
        <CardTable
          label="API keys"
          heads={[
            ["key", "Key"],
            ["allowed", "Allowed"],
            ["used", "Last used"],
            ["expires", "Expires"],
            actionsHead,
          ]}
        >
          {keys.items.map((key) => (
            <KeyRow key={key.uuid} apiKey={key} />
          ))}
        </CardTable>
        <More list={keys} />
      </ListCard>
      {isMaking && <NewApiKeyDialog onClose={() => setIsMaking(false)} />}
    </>
  );
}

function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
  const { uuid, name, start, scopes, created_by, created_at, expires_at, last_used_at } = apiKey;
  const isExpired = expires_at !== null && Date.parse(expires_at) < Date.now();
  const [isAsked, setIsAsked] = useState(false);
  const revoke = useChange("revokeApiKey", {
    refreshes: ["listApiKeys", "listAudit"],
    said: `API key “${name}” revoked.`,
    onDone: () => setIsAsked(false),
  });
  return (
    <>
      <CardTr>
        <CardTd isWide>
          <div className="font-medium">{name}</div>
          <div className="text-muted md:whitespace-nowrap">
            <code className="font-mono">{start}…</code> · <RelativeTime at={created_at} />
            <span className="md:max-lg:hidden"> by {created_by}</span>
          </div>
        </CardTd>
        <CardTd isWide>
          <div className="flex max-w-72 flex-wrap gap-1 py-1">
            {scopes.map((scope) => (
              <Badge key={scope}>{scope}</Badge>
            ))}
          </div>
        </CardTd>
        <CardTd label="Last used" className="whitespace-nowrap">
          <RelativeTime at={last_used_at} />
        </CardTd>
        <CardTd label={isExpired ? undefined : "Expires"} className="whitespace-nowrap">
          {isExpired ? <Badge tone="warn">Expired</Badge> : <RelativeTime at={expires_at} />}
        </CardTd>
        <RowActions
          of={name}
          entries={[{ label: "Revoke", isDangerous: true, onSelect: () => setIsAsked(true) }]}
        />
      </CardTr>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={`Revoke “${name}”?`}
        action="Revoke"
        typed={name}
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate({ params: { key: uuid } })}
      >
        Programs that use this key lose access immediately. This can’t be undone. Last used{" "}
        <RelativeTime at={last_used_at} />.
      </Confirm>
    </>
  );
}
