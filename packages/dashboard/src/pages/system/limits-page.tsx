import { useCall } from "../../api/queries.ts";
import { SystemPlace } from "../../app/places/system-place.tsx";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Together } from "../../ui/together.tsx";
import { Usage } from "../../ui/usage.tsx";
import type { Limit } from "./limit.ts";
import { limitText, limitWords } from "./limit-words.ts";

const refreshMs = 10_000;

export function LimitsPage() {
  const limits = useCall("showLimits", {}, { refetchInterval: refreshMs });
  return (
    <SystemPlace to="/system/limits">
      <Together className="flex flex-col gap-5">
        <p className="text-sm text-muted">
          What this account can use. The operator of the server sets these limits.
        </p>
        <Loaded result={limits}>
          {({ items }) => (
            <>
              <Card title="This account">
                <div className="grid grid-cols-2 gap-x-8 gap-y-6 max-lg:grid-cols-1">
                  {items
                    .filter(({ shared }) => !shared)
                    .map((limit) => (
                      <OwnLimit key={limit.name} limit={limit} />
                    ))}
                </div>
              </Card>
              <Card title="Shared with other accounts">
                <ul className="flex flex-col gap-4 text-sm">
                  {items
                    .filter(({ shared }) => shared)
                    .map((limit) => (
                      <SharedLimit key={limit.name} limit={limit} />
                    ))}
                </ul>
              </Card>
            </>
          )}
        </Loaded>
      </Together>
    </SystemPlace>
  );
}

function OwnLimit({ limit }: { readonly limit: Limit }) {
  const { name, setting, max, used, past } = limit;
  const { label, help } = limitWords[name];
  return (
    <div className="flex flex-col gap-1">
      {max === null ? (
        <LimitHead label={label} text="No limit" />
      ) : (
        <Usage
          label={label}
          used={used ?? 0}
          whole={max}
          text={`${used === null ? "Unknown" : limitText(name, used)} of ${limitText(name, max)}`}
          isFullNormal={past !== "refused"}
        />
      )}
      <p className="text-sm text-muted">{max === null ? "The operator has not set a limit." : help}</p>
      <code className="text-xs text-muted">{setting}</code>
    </div>
  );
}

function SharedLimit({ limit: { name, setting, max } }: { readonly limit: Limit }) {
  const { label, help } = limitWords[name];
  return (
    <li className="flex flex-col gap-1">
      <LimitHead label={label} text={max === null ? "No limit" : limitText(name, max)} />
      <p className="text-muted">{help}</p>
      <code className="text-xs text-muted">{setting}</code>
    </li>
  );
}

function LimitHead({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="flex justify-between gap-2 text-sm">
      <span className="font-medium">{label}</span>
      <span className="text-muted">{text}</span>
    </div>
  );
}
