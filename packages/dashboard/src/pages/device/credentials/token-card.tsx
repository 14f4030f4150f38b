import { EyeOff, KeyRound, RotateCcwKey } from "lucide-react";
import { useState } from "react";
import { useMay } from "../../../app/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy.tsx";
import type { Device } from "../use-device.ts";
import { type ShownToken, TokenDialog, type TokenView } from "./token-dialog.tsx";

/** The device's token, hidden until somebody asks to see it. */
export function TokenCard({
  device,
  token,
  onShown,
  onHide,
}: {
  readonly device: Device;
  readonly token: string | null;
  readonly onShown: (shown: ShownToken) => void;
  readonly onHide: () => void;
}) {
  const mayEdit = useMay("editor");
  const [view, setView] = useState<TokenView | null>(null);
  return (
    <Card title="Access token">
      <div className="flex flex-col gap-3">
        <div className="flex min-h-8 items-center gap-1">
          {token === null ? (
            <code className="font-mono text-sm text-muted">wdt_••••••••••••••••••••</code>
          ) : (
            <>
              <code className="min-w-0 font-mono text-sm break-all">{token}</code>
              <CopyButton text={token} label="Copy token" />
            </>
          )}
        </div>
        {mayEdit ? (
          <>
            <div className="flex flex-wrap gap-2">
              {token === null ? (
                <Button icon={<KeyRound size={15} aria-hidden />} onClick={() => setView("show")}>
                  Show Token
                </Button>
              ) : (
                <Button icon={<EyeOff size={15} aria-hidden />} onClick={onHide}>
                  Hide
                </Button>
              )}
              <Button
                look="quiet"
                icon={<RotateCcwKey size={15} aria-hidden />}
                onClick={() => setView("regenerate")}
              >
                Regenerate…
              </Button>
            </div>
            <p className="text-sm text-muted">
              Anyone with the token can send readings as this device. Viewing it is recorded in the audit log.
            </p>
          </>
        ) : (
          <p className="text-sm text-muted">
            Viewers can’t see the token. Ask an editor or owner of the account.
          </p>
        )}
      </div>
      {view !== null && (
        <TokenDialog
          device={device}
          view={view}
          onView={setView}
          onShown={onShown}
          onClose={() => setView(null)}
        />
      )}
    </Card>
  );
}
