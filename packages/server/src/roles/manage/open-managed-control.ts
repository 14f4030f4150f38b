import type { Bus } from "../../bus/bus.ts";
import type { Config } from "../../config/settings.ts";
import { operator } from "../../control/actor.ts";
import { loadTokenKey, type TokenKey } from "../../control/sealing/token-key.ts";
import { openControl } from "../../installation/open-installation.ts";
import { makeWebhookSecrets } from "../../manage/chains/secrets/secrets.ts";
import type { ChainControl } from "../../manage/chains/work/chain-control.ts";
import type { Clock } from "../../platform/clock.ts";
import { accountLimits } from "./account-limits.ts";
import { makeConfiguredOwner } from "./make-configured-owner.ts";
import { openChainWork } from "./open-chain-work.ts";

export interface ManagedControl {
  readonly control: ChainControl;
  readonly key: TokenKey;
  close(): Promise<void>;
}

/** The control data with whoever compiles and tries chains, and with all in it that a server cannot do without. */
export async function openManagedControl(config: Config, clock: Clock, bus: Bus): Promise<ManagedControl> {
  await using parts = new AsyncDisposableStack();
  const key = loadTokenKey(config.data, config.tokenKey ?? undefined, config.tokenKeyPrevious ?? undefined);
  const chainWork = parts.adopt(openChainWork(config, clock), (opened) => opened.close());
  const opened = await openControl(config.data, {
    ...{ key, clock, actor: operator("server start"), limits: accountLimits(config) },
    announce: (changes) => bus.announce(changes),
    sendsMail: config.smtpUrl !== null && config.smtpFrom !== null,
  });
  const control: ChainControl = { ...opened, chainWork };
  parts.defer(() => control.close());
  await makeConfiguredOwner(control, config);
  await makeWebhookSecrets(control);
  const open = parts.move();
  return { control, key, close: () => open.disposeAsync() };
}
