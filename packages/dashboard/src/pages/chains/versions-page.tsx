import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { RollBackDialog } from "./roll-back-dialog.tsx";
import { VersionDiff } from "./version-diff.tsx";

/** What was published when, what became different, and the way back. */
export function VersionsPage() {
  const { chain = "" } = useParams({ strict: false }) as { chain?: string };
  const details = useCall("showChain", { params: { chain } });
  const mayEdit = useMay("editor");
  const [wanted, setWanted] = useState<number | null>(null);
  const name = details.data?.name ?? "Chain";
  return (
    <Page
      title="Versions"
      crumbs={[
        { label: "Rule chains", to: "/chains" },
        { label: name, to: `/chains/${chain}` },
      ]}
      action={
        <ButtonLink to={`/chains/${chain}` as string}>{mayEdit ? "Edit chain" : "Show chain"}</ButtonLink>
      }
    >
      <Loaded result={details}>
        {({ kept_versions: versions, draft }) =>
          versions.length === 0 ? (
            <Card>
              <EmptyState title="Never published">
                Versions appear here once the draft is published.
              </EmptyState>
            </Card>
          ) : (
            <div className="flex flex-col gap-5">
              <Card isFlush>
                <Table label="Versions">
                  <thead>
                    <tr>
                      <Th>Version</Th>
                      <Th>Published</Th>
                      <Th>Note</Th>
                      <Th>
                        <span className="sr-only">Actions</span>
                      </Th>
                    </tr>
                  </thead>
                  <tbody>
                    {versions.map(({ version, published_at: at, note, is_live: isLive }) => (
                      <Tr key={version}>
                        <Td className="whitespace-nowrap">
                          {version} {isLive && <Badge tone="ok">Live</Badge>}
                        </Td>
                        <Td className="whitespace-nowrap">
                          <RelativeTime at={at} />
                        </Td>
                        <Td>{note || <span className="text-muted">–</span>}</Td>
                        <Td className="text-right">
                          {mayEdit && !isLive && (
                            <Button size="small" look="quiet" onClick={() => setWanted(version)}>
                              Roll back…
                            </Button>
                          )}
                        </Td>
                      </Tr>
                    ))}
                  </tbody>
                </Table>
              </Card>
              <VersionDiff
                chain={chain}
                versions={versions.map(({ version }) => version)}
                hasDraft={draft !== null}
              />
            </div>
          )
        }
      </Loaded>
      <RollBackDialog chain={chain} version={wanted} onClose={() => setWanted(null)} />
    </Page>
  );
}
