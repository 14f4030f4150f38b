import type { DeviceAnswer, DeviceRequest } from "../../bus/device-request.ts";
import type { Control } from "../../control/control.ts";
import type { ImportSink } from "../core/import-sink.ts";
import type { AskProcessor } from "../core/records/record-access.ts";

/** What keeping a sample needs of the server. */
export interface SampleParts {
  /** Reaches every account. */
  readonly control: Control;
  /** Where the readings of the past go. */
  readonly imports: ImportSink;
  /** Answers a request as if a device had sent it from this address. */
  readonly sendAsDevice: (request: DeviceRequest, source: string) => Promise<DeviceAnswer>;
  readonly ask: AskProcessor;
  /** Resolves when everything accepted so far is settled and written. Rejects if that cannot be known now. */
  readonly settle: () => Promise<void>;
}
