import type { ProcessRole } from "@weir/protocol/closed-sets";
import { openInstallation } from "../installation/open-installation.ts";
import type { Introduction } from "../manage/system/introduction.ts";
import type { IngestOptions } from "./ingest.ts";
import type { ManageOptions } from "./manage.ts";
import type { RunningRole } from "./role-options.ts";

export interface StartedRole extends RunningRole {
  /** The listener's address, of the ingest role. */
  readonly url: string | null;
  /** Of the manage role. */
  readonly introduce: (() => Promise<Introduction>) | null;
  /** Rejects when the role cannot go on, and nothing it has open may be touched any more. */
  readonly broken: Promise<never>;
}

const never = new Promise<never>(() => undefined);

/** Starts one role in this process, and loads only what that role needs. */
export async function startRole(
  role: ProcessRole,
  settings: Omit<IngestOptions & ManageOptions, "installation">,
): Promise<StartedRole> {
  const options = { ...settings, installation: await openInstallation(settings.config) };
  switch (role) {
    case "ingest": {
      const { startIngest } = await import("./ingest.ts");
      const { url, stop } = await startIngest(options);
      return { url, stop, introduce: null, broken: never };
    }
    case "process": {
      const { startProcess } = await import("./process.ts");
      const { ended, stop } = await startProcess(options);
      return { url: null, stop, introduce: null, broken: ended.then(() => never) };
    }
    case "deliver": {
      const { startDeliver } = await import("./deliver.ts");
      const { ended, stop } = await startDeliver(options);
      return { url: null, stop, introduce: null, broken: ended.then(() => never) };
    }
    case "manage": {
      const { startManage } = await import("./manage.ts");
      const { introduce, stop } = await startManage(options);
      return { url: null, stop, introduce, broken: never };
    }
  }
}
