import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CardTable, CardTd, CardTr } from "../../ui/card-table.tsx";
import { cx } from "../../ui/class-names.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import { NoSuchChain } from "./no-such-chain.tsx";
import { RollBackDialog } from "./roll-back-dialog.tsx";
import { VersionDiff } from "./version-diff.tsx";

const heads = [
  ["version", "Version"],
  ["published", "Published"],
  ["note", "Note"],
  [
    "actions",
    <span key="actions" className="sr-only">
      Actions
    </span>,
  ],
] as const;

/** The published versions with their changes, and the way to roll back. */
export function VersionsPage() {
  const { chain = "" } = useParams({ strict: false });
  const details = useCall("showChain", { params: { chain } });
  const mayEdit = useMay("editor");
  const isPhone = useIsNarrow();
  const [wanted, setWanted] = useState<number | null>(null);
  const name = details.data?.name ?? "Chain";
  return (
    <Page
      title="Versions"
      crumbs={[
        { label: "Rule chains", to: "/chains" },
        { label: name, to: "/chains/$chain", params: { chain } },
      ]}
      action={
        <ButtonLink to="/chains/$chain" params={{ chain }}>
          {mayEdit && !isPhone ? "Edit chain" : "Show chain"}
        </ButtonLink>
      }
    >
      <Loaded result={details} shape="card" gone={<NoSuchChain />}>
        {({ kept_versions: versions, draft }) =>
          versions.length === 0 ? (
            <Card>
              <EmptyState title="Not published yet">
                Each time you publish the draft, a version appears here.
              </EmptyState>
            </Card>
          ) : (
            <div className="flex flex-col gap-5">
              <Card isFlush>
                <CardTable label="Versions" heads={heads}>
                  {versions.map(
                    ({ version, published_at: at, note, is_live: isLive, is_like_live: isLike }) => (
                      <CardTr key={version}>
                        <CardTd className="whitespace-nowrap">
                          <span className="md:hidden">Version </span>
                          {version} {isLive && <Badge tone="ok">Published</Badge>}
                        </CardTd>
                        <CardTd className="whitespace-nowrap max-md:text-muted">
                          <RelativeTime at={at} />
                        </CardTd>
                        <CardTd isWide className={cx("w-full", note === "" && "text-muted max-md:hidden")}>
                          {note || "–"}
                        </CardTd>
                        <CardTd isCorner className="text-right">
                          {isLike && !isLive && (
                            <span className="text-sm whitespace-nowrap text-muted">Same as published</span>
                          )}
                          {mayEdit && !isLike && (
                            <Button size="small" look="quiet" onClick={() => setWanted(version)}>
                              Roll back…
                            </Button>
                          )}
                        </CardTd>
                      </CardTr>
                    ),
                  )}
                </CardTable>
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
