import type { Bus } from "../../bus/bus.ts";
import type { Config } from "../../config/settings.ts";
import { operator } from "../../control/actor.ts";
import type { Control, ControlChange } from "../../control/control.ts";
import type { TokenKey } from "../../control/sealing/token-key.ts";
import type { Installation } from "../../installation/installation.ts";
import { makeWebhookSecrets } from "../../manage/chains/secrets/secrets.ts";
import type { ChainControl } from "../../manage/chains/work/chain-control.ts";
import type { ChainWork } from "../../manage/chains/work/chain-work.ts";
import { WorkerChainWork } from "../../manage/chains/work/worker-chain-work.ts";
import { ensureOwner } from "../../manage/people/set-up.ts";
import type { Clock } from "../../platform/clock.ts";
import { Together } from "../../platform/together.ts";
import { accountLimits } from "./account-limits.ts";

/** More changes than an import makes in one step. */
const changesAtOnce = 2000;

interface ManagedControlParts {
  readonly installation: Installation;
  readonly config: Config;
  readonly clock: Clock;
  readonly bus: Bus;
}

interface ManagedControl {
  readonly control: ChainControl;
  readonly key: TokenKey;
  close(): Promise<void>;
}

/** The control data, with chain work and with everything that a server needs in it. */
export async function openManagedControl({
  installation,
  config,
  clock,
  bus,
}: ManagedControlParts): Promise<ManagedControl> {
  await using parts = new AsyncDisposableStack();
  const key = installation.loadKey();
  const chainWork = parts.adopt(openChainWork(config, clock), (opened) => opened.close());
  const opened = await installation.openControl({
    key,
    clock,
    actor: operator("server start"),
    limits: accountLimits(config),
    announce: together(bus),
    sendsMail: config.smtpUrl !== null && config.smtpFrom !== null,
  });
  const control: ChainControl = { ...opened, chainWork };
  parts.defer(() => control.close());
  await makeConfiguredOwner(control, config);
  await makeWebhookSecrets(control);
  const open = parts.move();
  return { control, key, close: () => open.disposeAsync() };
}

/** Announces changes that are made at the same time together: every process loads many as fast as one. */
function together(bus: Bus): Control["announce"] {
  const announced = new Together<readonly ControlChange[], null>({
    work: async (changes) => {
      await bus.announce(changes.flat());
      return changes.map(() => null);
    },
    sizeMax: changesAtOnce,
    sizeOf: ({ length }) => length,
  });
  return async (changes) => void (await announced.do(changes));
}

/** Creates the owner that the environment names, if there is no owner yet. */
async function makeConfiguredOwner(control: Control, { ownerEmail, ownerPassword }: Config): Promise<void> {
  if (ownerEmail === null || ownerPassword === null) return;
  const made = await ensureOwner(control, ownerEmail, ownerPassword);
  if (!made.ok) throw new Error(`The owner could not be made: ${made.error.message}`);
}

/** Chain work on separate threads, within the operator's limits. */
function openChainWork(config: Config, clock: Clock): ChainWork {
  const limits = {
    deadlineS: config.chainCheckDeadlineS,
    perAccount: config.chainChecksPerAccount,
    secondsPerMinute: config.chainCheckSPerMinute,
  };
  return new WorkerChainWork(limits, clock);
}
