import { Link } from "@tanstack/react-router";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { adviceOf } from "../../format/chain-advice.ts";
import { countText } from "../../format/number.ts";
import { Badge } from "../../ui/badge.tsx";
import { CardTd, CardTr } from "../../ui/card-table.tsx";
import { cx } from "../../ui/class-names.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ChainActions } from "./chain-actions.tsx";
import { type ListedChain, usersInWords } from "./chain-users.ts";
import { ChainUsersDialog } from "./chain-users-list.tsx";
import { failureSince } from "./model/node-traffic.ts";

export function ChainRow({ chain }: { readonly chain: ListedChain }) {
  const { uuid, name, live, draft, warnings, readings } = chain;
  return (
    <CardTr>
      <CardTd isWide>
        <div className="flex flex-wrap items-center gap-2">
          <Link to="/chains/$chain" params={{ chain: uuid }} className="font-medium hover:underline">
            {name}
          </Link>
          {draft !== null && live !== null && <Badge tone="info">Unpublished draft</Badge>}
        </div>
        {warnings.map((warning) => (
          <p key={warning.message} className="mt-0.5 flex min-w-52 gap-1.5 text-xs text-warn">
            <TriangleAlert size={13} aria-label="Warning" role="img" className="mt-0.5 shrink-0" />
            {adviceOf(warning)}
          </p>
        ))}
        {readings.dead > 0 && live !== null && <LastError chain={uuid} publishedAt={live.published_at} />}
      </CardTd>
      <CardTd className="whitespace-nowrap">
        {live === null ? (
          <Badge tone="warn">Not published</Badge>
        ) : (
          <>
            Version {live.version}{" "}
            <span className="text-muted md:max-xl:block">
              <RelativeTime at={live.published_at} />
            </span>
          </>
        )}
      </CardTd>
      <CardTd className="min-w-30 xl:min-w-40">
        <Users chain={chain} />
      </CardTd>
      <Count count={readings.entered} what="processed" since={sinceCreated} />
      <Count count={readings.ended} what="not saved" since={sinceCreated} />
      <Count count={readings.dead} what="failed" since="and kept as dead letters" isBad />
      <CardTd isCorner className="w-10 text-right">
        <ChainActions chain={chain} />
      </CardTd>
    </CardTr>
  );
}

function Users({ chain }: { readonly chain: ListedChain }) {
  const [isOpen, setIsOpen] = useState(false);
  const users = usersInWords(chain);
  if (users === null && !isOpen) return <span className="text-muted max-md:hidden">Not in use</span>;
  return (
    <>
      <button
        type="button"
        title={`Where ${chain.name} is used`}
        onClick={() => setIsOpen(true)}
        className="text-left hover:underline"
      >
        {users ?? "Not in use"}
      </button>
      <ChainUsersDialog chain={chain} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

const sinceCreated = "since the chain was created, counting each replay";

function Count({
  count,
  what,
  since,
  isBad = false,
}: {
  readonly count: number;
  readonly what: string;
  readonly since: string;
  readonly isBad?: boolean;
}) {
  return (
    <CardTd
      className={cx(
        "text-right",
        count === 0 && "text-muted max-md:hidden",
        isBad && count > 0 && "font-medium text-bad",
      )}
      title={`${countText(count)} ${what} ${since}`}
    >
      {countText(count)}
      <span className="md:hidden"> {what}</span>
    </CardTd>
  );
}

/** The last error of the chain and the node where it happened. */
function LastError({ chain, publishedAt }: { readonly chain: string; readonly publishedAt: string }) {
  const { data } = useCall("showChainActivity", { params: { chain } });
  const types = useCall("listNodeTypes", {}, { staleTime: Number.POSITIVE_INFINITY });
  const failing = (data?.nodes ?? [])
    .filter(({ last_error: error }) => failureSince(error, publishedAt) !== null)
    .toSorted((one, other) => (one.last_error!.at < other.last_error!.at ? 1 : -1))[0];
  if (failing === undefined || failing.last_error === null) return null;
  const title = types.data?.items.find(({ type }) => type === failing.type)?.title ?? failing.type;
  return (
    <p className="mt-0.5 flex min-w-52 gap-1.5 text-xs text-bad">
      <CircleAlert size={13} aria-label="Last error" role="img" className="mt-0.5 shrink-0" />
      <span>
        {failing.name || title}: {failing.last_error.reason} <RelativeTime at={failing.last_error.at} />
      </span>
    </p>
  );
}
