import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { usePages } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { EmptyState, Failure, Loading } from "../../ui/states.tsx";
import { More, Table, Td, Th, Tr } from "../../ui/table.tsx";
import { NewApiKeyDialog } from "./new-api-key-dialog.tsx";
import { NotPermitted } from "./not-permitted.tsx";
import { RowActions } from "./row-actions.tsx";
import { SectionHead } from "./section-head.tsx";

type ApiKey = CallAnswer<"listApiKeys">["items"][number];

export function ApiKeysSection() {
  if (useMay("owner")) return <ApiKeys />;
  return (
    <NotPermitted title="API keys are for owners">Programs use them to call the management API.</NotPermitted>
  );
}

function ApiKeys() {
  const keys = usePages("listApiKeys", {});
  const [isMaking, setIsMaking] = useState(false);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const revoke = useChange("revokeApiKey", {
    refreshes: ["listApiKeys", "listAudit"],
    said: "The key is revoked.",
  });
  const create = (
    <Button look="primary" onClick={() => setIsMaking(true)}>
      Create a key
    </Button>
  );
  return (
    <>
      <SectionHead action={keys.items.length > 0 && create}>
        Programs call the{" "}
        <a href="/docs" className="text-accent underline underline-offset-2">
          management API
        </a>{" "}
        with a key. Devices do not need one: each has its own token.
      </SectionHead>
      <Card isFlush>
        {keys.isPending && <Loading />}
        {keys.isError && <Failure error={keys.error} onRetry={() => void keys.refetch()} />}
        {keys.isSuccess && keys.items.length === 0 && (
          <EmptyState icon={<KeyRound size={22} />} title="No API keys yet" action={create}>
            A key is allowed what you choose, for as long as you choose.
          </EmptyState>
        )}
        {keys.items.length > 0 && (
          <Table label="API keys">
            <thead>
              <tr>
                <Th>Key</Th>
                <Th className="max-md:hidden">Allowed</Th>
                <Th>Last used</Th>
                <Th className="max-md:hidden">Expires</Th>
                <Th>
                  <span className="sr-only">Actions</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {keys.items.map((key) => (
                <KeyRow key={key.uuid} apiKey={key} onRevoke={() => setEnding(key)} />
              ))}
            </tbody>
          </Table>
        )}
        <More list={keys} />
      </Card>
      <NewApiKeyDialog isOpen={isMaking} onClose={() => setIsMaking(false)} />
      <Confirm
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        title={`Revoke “${ending?.name ?? ""}”?`}
        action="Revoke"
        isBusy={revoke.isPending}
        onConfirm={() => {
          if (ending !== null) revoke.mutate({ params: { key: ending.uuid } });
          setEnding(null);
        }}
      >
        The key stops working at once, for every program that uses it. It was last used{" "}
        <RelativeTime at={ending?.last_used_at} />.
      </Confirm>
    </>
  );
}

function KeyRow({ apiKey, onRevoke }: { readonly apiKey: ApiKey; readonly onRevoke: () => void }) {
  const { name, start, scopes, created_by, created_at, expires_at, last_used_at } = apiKey;
  const isExpired = expires_at !== null && Date.parse(expires_at) < Date.now();
  return (
    <Tr>
      <Td className="py-2">
        <div className="font-medium">{name}</div>
        <div className="text-muted whitespace-nowrap">
          <code className="font-mono">{start}…</code> · <RelativeTime at={created_at} />
          <span className="max-lg:hidden"> by {created_by}</span>
        </div>
        <div className="text-muted md:hidden">{scopes.join(", ")}</div>
      </Td>
      <Td className="max-md:hidden">
        <div className="flex max-w-72 flex-wrap gap-1 py-1">
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </div>
      </Td>
      <Td className="whitespace-nowrap">
        <RelativeTime at={last_used_at} />
      </Td>
      <Td className="whitespace-nowrap max-md:hidden">
        {isExpired ? <Badge tone="warn">Expired</Badge> : <RelativeTime at={expires_at} />}
      </Td>
      <Td>
        <RowActions of={name} entries={[{ label: "Revoke", isDangerous: true, onSelect: onRevoke }]} />
      </Td>
    </Tr>
  );
}
