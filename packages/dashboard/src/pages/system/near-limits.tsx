import { Link } from "@tanstack/react-router";
import { openLimitsOf, useSession } from "../../app/session.tsx";
import { Card } from "../../ui/card.tsx";
import { Usage } from "../../ui/usage.tsx";
import { limitText, limitWords } from "./limit-words.ts";
import type { SystemStatus } from "./system-status.ts";

type NearLimit = SystemStatus["near_limits"][number];

/** Accounts that are close to a limit at which something is refused or has to wait. */
export function NearLimits({ system: { near_limits: near } }: { readonly system: SystemStatus }) {
  return (
    <Card title="Accounts near a limit">
      {near.length === 0 ? (
        <p className="text-sm text-muted">No account uses 80 % or more of a limit.</p>
      ) : (
        <ul
          className="grid grid-cols-2 gap-x-8 gap-y-6 max-lg:grid-cols-1"
          aria-label="Accounts near a limit"
        >
          {near.map((item) => (
            <li key={`${item.account.uuid} ${item.limit.name}`} className="flex flex-col gap-1">
              <AccountName account={item.account} />
              <LimitUse limit={item.limit} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function LimitUse({ limit: { name, setting, max, used } }: Pick<NearLimit, "limit">) {
  return (
    <>
      <Usage
        label={limitWords[name].label}
        used={used ?? 0}
        whole={max ?? 0}
        text={`${limitText(name, used ?? 0)} of ${limitText(name, max ?? 0)}`}
      />
      <code className="text-xs text-muted">{setting}</code>
    </>
  );
}

const linkLooks = "truncate text-sm text-accent underline-offset-2 hover:underline";

/** A link to the limits of the account, if the person is a member of it. */
function AccountName({ account: { uuid, name } }: Pick<NearLimit, "account">) {
  const { accounts, account } = useSession();
  if (uuid === account.uuid) {
    return (
      <Link to="/system/limits" className={linkLooks}>
        {name}
      </Link>
    );
  }
  if (!accounts.some((own) => own.uuid === uuid)) return <span className="truncate text-sm">{name}</span>;
  return (
    <button type="button" className={`${linkLooks} self-start`} onClick={() => openLimitsOf(uuid)}>
      {name}
    </button>
  );
}
